import type { MeshSizes } from "../mesh-sizes";
import type { Sketch } from "../../../lib/plots/figure";
import { Drawing } from "../../../lib/plots/drawing";
import { colours, ink } from "../../../lib/plots/theme";

/** The groups of the first GPU, one along each axis. */
const groups = [
  { axis: "tensor", fill: colours.blue, light: true },
  { axis: "stage", fill: colours.orange, light: false },
  { axis: "data", fill: colours.green, light: true },
] as const;

/** More nodes would leave too little room. */
const mostNodes = 16;

/**
 * The GPUs of a cluster in their nodes, each with its places along `data`, `stage` and `tensor`. Those with which the first GPU exchanges
 * along each axis are filled.
 * @throws one line when the mesh fills no whole nodes, or more than can be drawn.
 */
export function meshFigure(mesh: MeshSizes, { gpusPerNode }: { gpusPerNode: number }): Sketch {
  const { data, stage, tensor } = mesh;
  const nodes = (data * stage * tensor) / gpusPerNode;
  if (!Number.isInteger(nodes) || nodes > mostNodes) {
    throw new Error(
      `A mesh of ${data} x ${stage} x ${tensor} in nodes of ${gpusPerNode} cannot be drawn: take 1 to ${mostNodes} whole nodes.`,
    );
  }
  const drawing = new Drawing();
  const columns = nodes > 1 ? 2 : 1;
  const rows = Math.ceil(nodes / columns);
  const [width, height] = [(100 - 2 * (columns - 1)) / columns, Math.min(22, (88 - 3 * (rows - 1)) / rows)];
  const cell = width / gpusPerNode;
  for (let node = 0; node < nodes; node++) {
    const [x, y] = [(node % columns) * (width + 2), 90 - height - Math.floor(node / columns) * (height + 3)];
    drawing.box({ x, y, width, height, fill: "#F2F2F2", text: "" });
    drawing.text(x + 0.5, y + height - 2.6, `node ${node}`, "left", 12);
    for (let gpu = 0; gpu < gpusPerNode; gpu++) {
      const own = placesOf(node * gpusPerNode + gpu, mesh);
      const group = groupOf(own);
      const text = `${own.data} ${own.stage} ${own.tensor}`;
      const place = { x: x + gpu * cell + 0.35, y: y + 1, width: cell - 0.7, height: height - 6.2 };
      drawing.box({ ...place, fill: group?.fill ?? "white", light: group?.light, text: group ? `<b>${text}</b>` : text, size: 12 });
    }
  }
  groups.forEach(({ axis, fill, light }, at) => {
    const isAlone = mesh[axis] === 1;
    const text = isAlone ? `${axis}: nobody` : `along ${axis}`;
    drawing.box({ x: 34 * at, y: 93, width: 30, height: 6.5, fill: isAlone ? "white" : fill, light: !isAlone && light, text, size: 13 });
  });
  return drawing.sketch(`${data} data x ${stage} stage x ${tensor} tensor: with whom GPU 0 0 0 exchanges`);
} // prettier-ignore

/** The fill of the first GPU itself. */
const first = { fill: ink, light: true };

/** A GPU's places: `tensor` counts fastest. */
function placesOf(gpu: number, { stage, tensor }: MeshSizes): MeshSizes {
  return {
    tensor: gpu % tensor,
    stage: Math.floor(gpu / tensor) % stage,
    data: Math.floor(gpu / (tensor * stage)),
  };
}

/** The look of a GPU that is in a group with the first one. */
function groupOf(places: MeshSizes): { fill: string; light: boolean } | undefined {
  const away = groups.filter(({ axis }) => places[axis] > 0);
  if (away.length === 0) return first;
  return away.length === 1 ? away[0] : undefined;
}
