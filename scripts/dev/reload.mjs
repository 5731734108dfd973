/**
 * An edit of a component or a style updates the open page. An edit of any other module reloads the page:
 * components would be rendered again, but objects created from the old module, such as a viewer or a model,
 * would stay.
 */
export const reloadForPlainModules = {
  name: 'reload-for-plain-modules',
  hotUpdate({ file, modules }) {
    if (this.environment.name !== 'client' || modules.length === 0 || !/\.(m?js|ts|json)$/.test(file))
      return undefined;
    this.environment.hot.send({ type: 'full-reload' });
    return [];
  },
};
