// @ts-check
/**
 * What JupyterLab loads beside plotly's extension, which draws the figures: each figure is laid out for the width of its column,
 * keeps its height when the window changes, and has a name and its main numbers for those who do not see it. In a narrow window,
 * the panel at the left leaves its room to them.
 */
{
  const type = "application/vnd.plotly.v1+json";
  const base = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const page = /** @type {any} */ (window);
  /** @type {any} */
  let shared;

  page._JUPYTERLAB ??= {};
  page._JUPYTERLAB["parallel-training-figures"] = {
    init(/** @type {any} */ scope) {
      shared = scope;
    },
    async get() {
      const [{ fitted }, registry] = await Promise.all([import(new URL("fit.mjs", base).href), rendermime()]);
      const activate = (/** @type {any} */ app, /** @type {any} */ factories) => {
        // Not awaited here: JupyterLab has started only when all extensions are active.
        app.started.then(() => wrap(factories, fitted));
        app.restored.then(() => leaveRoom(app.shell));
      };
      const plugin = { id: "parallel-training-figures:fit", autoStart: true, requires: [registry], activate };
      return () => plugin;
    },
  };

  /**
   * In a narrow window, or one that is zoomed, the panel of files at the left takes half of the width: it closes by itself, and
   * opens again in a wide one. @param {any} shell
   */
  function leaveRoom(shell) {
    const narrow = matchMedia("(max-width: 900px)");
    let closed = false;
    const adapt = () => {
      if (narrow.matches && !shell.leftCollapsed) {
        closed = true;
        shell.collapseLeft();
      } else if (!narrow.matches && closed) {
        closed = false;
        shell.expandLeft();
      }
    };
    narrow.addEventListener("change", adapt);
    adapt();
  }

  async function rendermime() {
    const [{ get }] = /** @type {any[]} */ (Object.values(shared["@jupyterlab/rendermime"]));
    return (await get())().IRenderMimeRegistry;
  }

  /** @param {any} factories @param {any} fitted */
  function wrap(factories, fitted) {
    const factory = factories.getFactory(type);
    if (!factory) return;
    const createRenderer = (/** @type {any} */ options) => fitting(factory.createRenderer(options), fitted);
    factories.addFactory({ safe: true, mimeTypes: [type], createRenderer }, 0);
    const html = factories.getFactory("text/html");
    const createTable = (/** @type {any} */ options) => reachable(html.createRenderer(options));
    factories.addFactory({ ...html, createRenderer: createTable });
  }

  /** A table that is wider than its column is a stop of the Tab key, since it can be scrolled. @param {any} renderer */
  function reachable(renderer) {
    const { node } = renderer;
    const resized = new ResizeObserver(() => {
      if (node.scrollWidth > node.clientWidth) node.tabIndex = 0;
      else node.removeAttribute("tabindex");
    });
    resized.observe(node);
    renderer.disposed.connect(() => resized.disconnect());
    return renderer;
  }

  /**
   * plotly's renderer of a figure, changed: it draws the figure for the column's width, and again when that or the figure changes.
   * @param {any} renderer @param {any} fitted
   */
  function fitting(renderer, fitted) {
    const { node } = renderer;
    const draw = renderer.renderModel.bind(renderer);
    /** @type {any} */
    let model;
    let drawn = "";
    const render = () => {
      const { data, layout, config } = model.data[type];
      const width = node.clientWidth || 650;
      const wanted = `${width} ${JSON.stringify([data, layout])}`;
      if (wanted === drawn) return Promise.resolve();
      drawn = wanted;
      const spec = { ...fitted({ data, layout }, width), config: { ...config, responsive: false } };
      node.style.height = `${spec.layout.height}px`;
      if (renderer.hasGraphElement())
        return renderer.constructor.Plotly.react(node, spec.data, spec.layout, spec.config);
      // Without the picture of an earlier width, which would be shown in place of the figure.
      const setData = (/** @type {any} */ { data: { "image/png": picture } }) =>
        model.setData({ data: { ...model.data, "image/png": picture } });
      return draw({ data: { [type]: spec }, metadata: model.metadata, trusted: model.trusted, setData });
    };
    renderer.renderModel = (/** @type {any} */ next) => {
      model = next;
      named(node, String(next.data["text/html"] ?? ""));
      return render();
    };
    renderer.onUpdateRequest = () => {}; // plotly's would take the height from the figure itself, which becomes 0
    const resized = new ResizeObserver(() => {
      if (model && node.clientWidth > 50 && renderer.hasGraphElement()) render();
    });
    resized.observe(node);
    renderer.disposed.connect(() => resized.disconnect());
    return renderer;
  }

  /** Takes the name and the numbers from the HTML that pages show. @param {HTMLElement} node @param {string} html */
  function named(node, html) {
    const figure = new DOMParser().parseFromString(html, "text/html").querySelector("figure");
    node.setAttribute("role", "figure");
    node.tabIndex = 0;
    for (const name of ["aria-label", "aria-description"]) {
      const text = figure?.getAttribute(name);
      if (text) node.setAttribute(name, text);
    }
  }
}
