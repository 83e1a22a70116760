import type { ClusterOptions } from "./options";

/** The folder of a cluster's files, seen from inside the cluster: a tmpfs that ends with it. */
export const files = "/var/lib/slurm";

/** Slurm's settings, seen from inside a cluster. */
export const slurmConf = "/etc/slurm/slurm.conf";

/** The only account and QOS that jobs may name. Others are refused with Slurm's own message, as on a site with accounting. */
const account = "workbook";
const qos = "normal";

/** The contents of Slurm's files, by their path below {@link files}. */
export function slurmFiles(options: Required<ClusterOptions>): Record<string, string> {
  const { nodes, gpus } = options;
  return {
    hosts: hosts(nodes),
    "etc/slurm.conf": settings(options),
    "etc/gres.conf": gpus === 0 ? "" : `NodeName=node[1-${nodes}] Name=gpu File=${files}/dev/nvidia[0-${gpus - 1}]\n`,
    // Without a named plugin slurmd would look for systemd, which a container does not have.
    "etc/cgroup.conf": "CgroupPlugin=cgroup/v1\n",
    "etc/job_submit.lua": refusals,
  };
}

/** The address of a node (from 1) on the cluster's own network. */
export const nodeAddress = (node: number): string => `10.77.0.${node}`;

/** The head's address on that network. */
export const headAddress = "10.77.0.254"; // as init.sh gives it

/** The numbers of so many nodes: 1, 2, ... */
export const nodeNumbers = (nodes: number): number[] => Array.from({ length: nodes }, (_, index) => index + 1);

const hosts = (nodes: number) =>
  ["127.0.0.1 localhost", "::1 localhost", `${headAddress} head`]
    .concat(nodeNumbers(nodes).map((node) => `${nodeAddress(node)} node${node}`))
    .join("\n") + "\n";

const settings = ({ nodes, cpus, gpus, memory }: Required<ClusterOptions>) => `\
ClusterName=local-cluster
SlurmctldHost=head(${headAddress})
SlurmUser=root
AuthType=auth/munge
# A job whose node failed starts again when its old credential has expired.
AuthInfo=socket=${files}/munge/socket,cred_expire=5
StateSaveLocation=${files}/state
SlurmdSpoolDir=${files}/spool/%n
# Of its own for each node: PMIx gives its files there the same names on all.
TmpFS=${files}/tmp/%n
SlurmctldPidFile=${files}/run/slurmctld.pid
SlurmdPidFile=${files}/run/slurmd-%n.pid
SlurmctldLogFile=${files}/log/slurmctld.log
SlurmdLogFile=${files}/log/slurmd-%n.log
MailProg=/bin/true

# Processes are followed by their parents and nothing is bound to cores: needs no cgroups.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none

# A node that is gone is noticed within seconds, and used again once it is back.
SlurmdTimeout=6
MessageTimeout=5
ReturnToService=2
JobRequeue=1
KillWait=5

SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2,sched_min_interval=0,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=${Math.max(1, Math.floor(memory / cpus))}
# The nodes have what is written here, also where the machine has less.
SlurmdParameters=config_overrides
GresTypes=gpu

# \`scontrol show job\` knows a job for a day, \`sacct -c\` for ever.
MinJobAge=86400
JobCompType=jobcomp/filetxt
JobCompLoc=${files}/log/jobcomp.log

EnforcePartLimits=ALL
JobSubmitPlugins=lua

NodeName=DEFAULT CPUs=${cpus} RealMemory=${memory} ${gpus === 0 ? "" : `Gres=gpu:${gpus} `}State=UNKNOWN
${nodeNumbers(nodes)
  .map((node) => `NodeName=node${node} NodeAddr=${nodeAddress(node)}`)
  .join("\n")}
PartitionName=main Nodes=ALL Default=YES DefaultTime=60 MaxTime=1-0 State=UP
PartitionName=short Nodes=ALL DefaultTime=5 MaxTime=10 MaxNodes=1 State=UP
`;

const refusals = `\
local invalid_account, invalid_qos = 2045, 2066 -- of slurm_errno.h

function slurm_job_submit(job)
  if job.account ~= nil and job.account ~= "${account}" then return invalid_account end
  if job.qos ~= nil and job.qos ~= "${qos}" then return invalid_qos end
  return slurm.SUCCESS
end

function slurm_job_modify()
  return slurm.SUCCESS
end
`;
