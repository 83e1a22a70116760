"""What only TensorFlow's wheel for CUDA knows, asked on a machine without a GPU: its kernels, and how Grappler, TensorFlow's graph
optimiser, rewrites a graph for virtual H100s.

    python cuda_wheel.py < TASKS

TASKS is a JSON list; each task has a "file" that is written, and one line of output says that it is done:

    {"file": F, "kernels": true}                        every GPU kernel: of which op, for which types, which tensors on the host
    {"file": F, "graph": G, "config": C, "gpus": N}     the GraphDef G as Grappler leaves it under the ConfigProto C (base64);
                                                        with "forgiving": true also where one of its passes fails
    {"file": F, "keras": {...}}                         Keras's train_step of a model as a GraphDef, see keras_step.py
    {"file": F, "sizes": G}                             for each op of the GraphDef G, the bytes that it reads and writes
"""

import base64
import json
import sys

import graph_sizes
import tensorflow as tf
from tensorflow.core.framework import graph_pb2
from tensorflow.core.protobuf import config_pb2, device_properties_pb2
from tensorflow.python.framework import kernels, op_def_registry
from tensorflow.python.grappler import cluster, tf_optimizer

TASK = "/job:localhost/replica:0/task:0/device:"


def gpu_kernels():
    """The GPU kernels of each op that has any, and the op's tensors in order, since kernels name those in host memory."""
    ops = {}
    for kernel in kernels.get_all_registered_kernels().kernel:
        # A label marks a kernel that only those who ask for it get.
        if kernel.device_type not in ("GPU", "DEFAULT") or kernel.label:
            continue
        definition = op_def_registry.get(kernel.op)
        if definition is None:
            continue
        op = ops.setdefault(
            kernel.op,
            {
                "inputs": [argument(each) for each in definition.input_arg],
                "outputs": [argument(each) for each in definition.output_arg],
                "kernels": [],
            },
        )
        op["kernels"].append(
            {
                "types": {each.name: list(each.allowed_values.list.type) for each in kernel.constraint},
                "host": list(kernel.host_memory_arg),
                "priority": kernel.priority,
            }
        )
    return {"tensorflow": tf.__version__, "ops": ops}


def argument(definition):
    """A tensor of an op, or a list of them: its name, the attribute that says how many, and that of its type."""
    return {
        "name": definition.name,
        "count": definition.number_attr or definition.type_list_attr,
        "type": definition.type_attr or definition.type,
    }


def read(file):
    graph = graph_pb2.GraphDef()
    with open(file, "rb") as opened:
        graph.ParseFromString(opened.read())
    return graph


def optimized(graph, config, gpus, forgiving=False):
    """The graph after Grappler. A forgiving Grappler leaves out a pass that fails, as TensorFlow does in a training."""
    for node in graph.node:
        node.device = TASK + "GPU:" + (node.device.rsplit("GPU:", 1)[1] if "GPU:" in node.device else "0")
    read_by_others = {name.split(":")[0].lstrip("^") for node in graph.node for name in node.input}
    kept = [node.name for node in graph.node if is_kept(node, node.name in read_by_others)]
    session = config_pb2.ConfigProto.FromString(base64.b64decode(config))
    session.graph_options.rewrite_options.min_graph_nodes = -1
    session.graph_options.rewrite_options.fail_on_optimizer_errors = not forgiving
    devices = cluster.Cluster(devices=virtual_devices(gpus))
    rewritten = tf_optimizer.OptimizeGraph(session, graph_sizes.with_results(graph, kept), verbose=False, cluster=devices)
    return graph_sizes.with_placeholders(rewritten)


def is_kept(node, is_read):
    """Whether an op is a step's result, or runs in any case. A replica may compute what nobody needs, which is left out."""
    if node.name.startswith("replica_"):
        return node.op.startswith("Collective") or not op_def_registry.get(node.op).output_arg
    return not is_read


def virtual_devices(gpus):
    def named(name, properties):
        return device_properties_pb2.NamedDevice(name=TASK + name, properties=properties)

    h100 = device_properties_pb2.DeviceProperties(
        type="GPU",
        vendor="NVIDIA",
        model="H100",
        frequency=1755,
        num_cores=132,
        environment={"architecture": "9.0", "cuda": "12050", "cudnn": "9030"},
        memory_size=80 << 30,
        bandwidth=3350000000,
    )
    host = device_properties_pb2.DeviceProperties(type="CPU", frequency=2000, num_cores=16, memory_size=64 << 30)
    return [named(f"GPU:{number}", h100) for number in range(gpus)] + [named("CPU:0", host)]


def perform(task):
    if "kernels" in task:
        return json.dumps(gpu_kernels()).encode()
    if "graph" in task:
        return optimized(read(task["graph"]), task["config"], task["gpus"], task.get("forgiving", False)).SerializeToString()
    if "sizes" in task:
        return json.dumps(graph_sizes.sizes(read(task["sizes"]))).encode()
    import keras_step

    return keras_step.graph_of(**task["keras"]).SerializeToString()


for task in json.load(sys.stdin):
    written = perform(task)
    with open(task["file"], "wb") as opened:
        opened.write(written)
    print(json.dumps({"file": task["file"]}), flush=True)
