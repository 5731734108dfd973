import { createApp } from 'vue';
import FarmScene from './farm-scene.vue';

createApp(FarmScene).mount('#app');
