/** Host lists as Slurm writes them, and the hosts in each. */
export const hostLists: [list: string, hosts: string[]][] = [
  ["node1", ["node1"]],
  ["node[1-3]", ["node1", "node2", "node3"]],
  ["node[1-3,07],gpu2", ["node1", "node2", "node3", "node07", "gpu2"]],
  ["n[08-11]", ["n08", "n09", "n10", "n11"]],
  ["n[098-101]", ["n098", "n099", "n100", "n101"]],
  ["rack[1-2]node[3-4]", ["rack1node3", "rack1node4", "rack2node3", "rack2node4"]],
  ["a-b-[1,3],login", ["a-b-1", "a-b-3", "login"]],
  ["gpu[5]", ["gpu5"]],
  ["node2,node1", ["node2", "node1"]],
  ["n1.cluster.org,n2.cluster.org", ["n1.cluster.org", "n2.cluster.org"]],
];
