/**
 * An edit of a component or a style is put into the open page. One of any other module loads the page again: the components
 * that import it would run anew, but what they made of it before, a viewer or a model, would stay the old one.
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
