/**
 * lil-gui adds a style element, which a strict content security policy refuses: this style is applied as a constructed
 * style sheet.
 */
export const PANEL_STYLE = `
  :host { position: absolute; top: 8px; right: 8px; z-index: 1; max-height: calc(100% - 16px); overflow: auto; width: 264px;
    font: 11px/1 system-ui, sans-serif; color: #e8efe9; border-radius: 6px; box-shadow: 0 2px 10px rgba(0,0,0,.35);
    background: rgba(24, 32, 27, .92); }
  .lil-gui { text-align: left; user-select: none; }
  .lil-title { all: unset; box-sizing: border-box; display: block; width: 100%; padding: 0 10px; line-height: 26px;
    font-weight: 600; cursor: pointer; }
  .lil-title:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible { outline: 2px solid #7fd3a2; }
  .lil-title::before { content: '▾'; display: inline-block; width: 14px; color: #9db3a5; }
  .lil-closed > .lil-title::before { content: '▸'; }
  .lil-closed > .lil-children { display: none; }
  .lil-children > .lil-gui > .lil-title { background: rgba(255, 255, 255, .06); line-height: 22px; }
  .lil-children { padding-bottom: 4px; }
  .lil-controller { display: flex; align-items: center; padding: 0 10px; height: 24px; }
  .lil-name { flex: 0 0 42%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: #b7c7bd; }
  .lil-widget { flex: 1; display: flex; align-items: center; gap: 6px; min-width: 0; position: relative; }
  .lil-disabled { opacity: .75; }
  input, select, .lil-controller button { box-sizing: border-box; width: 100%; height: 19px; border: 0; border-radius: 3px;
    background: rgba(255, 255, 255, .12); color: inherit; font: inherit; padding: 0 5px; }
  input[type=checkbox] { width: 13px; height: 13px; }
  input[type=color] { padding: 0; }
  .lil-display { display: none; }
  .lil-slider { flex: 1; height: 19px; border-radius: 3px; background: rgba(255, 255, 255, .12); cursor: ew-resize; overflow: hidden; }
  .lil-fill { height: 100%; background: #2f8f63; }
  .lil-has-slider input { flex: 0 0 46px; }
  .lil-controller button .lil-name { color: inherit; }
  .lil-transition > .lil-children { transition: height 150ms ease-out; overflow: hidden; }
  .lil-controller button { cursor: pointer; }
  .lil-controller button:hover, .lil-slider:hover { background: rgba(255, 255, 255, .2); }
`;
