import vue from '@vitejs/plugin-vue';

const isCustomElement = (tag) => tag === 'farm3d-viewer';

export default { plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] };
