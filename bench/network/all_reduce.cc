// Times all-reduces on a simulated network: SimGrid shares the links among all messages that are on them.
//   all_reduce PLATFORM ALGORITHM BYTES JOBS < names of hosts, one rank on each; several jobs have equally many, one after the other
#include <cmath>
#include <iostream>
#include <memory>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>

namespace sg4 = simgrid::s4u;

namespace {
constexpr int DEVICES = 8; // of a node

double finished = 0; // when the last rank of the first job has the sum

sg4::Mailbox* box(const std::string& name) { return sg4::Mailbox::by_name(name); }

// A message of so many bytes; what it says does not matter.
sg4::CommPtr send(const std::string& name, double bytes) {
  static char nothing = 0;
  return box(name)->put_async(&nothing, static_cast<uint64_t>(std::llround(bytes)));
}

// Sends to one rank while it receives from another.
void exchange(const std::string& to, const std::string& from, double bytes) {
  auto sent = send(to, bytes);
  box(from)->get<char>();
  sent->wait();
}

struct Rank {
  std::string job;
  int rank;
  int count;
  double bytes;

  std::string link(const std::string& what, int from, int to) const {
    return job + what + std::to_string(from) + ">" + std::to_string(to);
  }

  // Each rank passes a part on 2 (n - 1) times: n - 1 to add up, n - 1 to spread the sums.
  void ring() const { around("ring", 0, 1, count, bytes, 2 * (count - 1)); }

  // The devices of a node add up, each a part; devices of the same place in all nodes add up their parts; the node's devices spread them.
  void levels() const {
    const int node = rank / DEVICES * DEVICES;
    around("within", node, 1, DEVICES, bytes, DEVICES - 1);
    around("between", rank % DEVICES, DEVICES, count / DEVICES, bytes / DEVICES, 2 * (count / DEVICES - 1));
    around("spread", node, 1, DEVICES, bytes, DEVICES - 1);
  }

  // Steps of a ring of so many ranks, from the first one, so far apart.
  void around(const std::string& what, int first, int apart, int size, double all, int steps) const {
    const int place = (rank - first) / apart;
    const int next = first + (place + 1) % size * apart, before = first + (place + size - 1) % size * apart;
    for (int step = 0; step < steps; step++) exchange(link(what, rank, next), link(what, before, rank), all / size);
  }

  // Half of the data goes to a partner, then half of that; and back.
  void halving() const {
    double part = bytes;
    for (int distance = count / 2; distance >= 1; distance /= 2) {
      part /= 2;
      const int partner = rank ^ distance;
      exchange(link("halving", rank, partner), link("halving", partner, rank), part);
    }
    for (int distance = 1; distance < count; distance *= 2) {
      const int partner = rank ^ distance;
      exchange(link("doubling", rank, partner), link("doubling", partner, rank), part);
      part *= 2;
    }
  }
};

// Waits for pieces in their order. All are asked for at once, so that each can be on its way as soon as it is there.
class Pieces {
  std::vector<char*> data;
  std::vector<sg4::CommPtr> coming;

public:
  Pieces(const std::string& name, int count) : data(count) {
    for (auto& each : data) coming.push_back(box(name)->get_async<char>(&each));
  }
  void take(int piece) { coming[piece]->wait(); }
};

// Sends pieces with few of them under way: if all were, they would share the link and arrive together, at the end.
class Window {
  static constexpr size_t SIZE = 2;
  std::vector<sg4::CommPtr> sent;

public:
  void send(const std::string& name, double bytes) {
    if (sent.size() >= SIZE) sent[sent.size() - SIZE]->wait();
    sent.push_back(::send(name, bytes));
  }
  void finish() {
    for (auto& each : sent) each->wait();
  }
};

// Two binary trees, in which the inner ranks of one are leaves of the other; each carries half of the data, in pieces.
constexpr int PIECES = 128;

struct Tree {
  int count;
  int shift; // the second tree's ranks are those of the first, shifted by one

  // In-order numbers of a perfect tree: odd ones are inner, and each level's distance doubles.
  int parent(int rank) const {
    const int at = place(rank);
    if (at == root()) return -1;
    const int bit = lowest(at + 1);
    int up = ((at + 1) & (bit << 1)) == 0 ? at + bit : at - bit;
    if (up >= count) up = at - bit;
    return real(up);
  }
  std::vector<int> children(int rank) const {
    std::vector<int> all;
    for (int other = 0; other < count; other++)
      if (other != rank && parent(other) == rank) all.push_back(other);
    return all;
  }

private:
  static int lowest(int value) { return value & -value; }
  int root() const { return (1 << static_cast<int>(std::floor(std::log2(count)))) - 1; }
  int place(int rank) const { return (rank + shift) % count; }
  int real(int place) const { return (place + count - shift) % count; }
};

void treeUp(const Rank& of, const Tree& tree, const sg4::SemaphorePtr& summed) {
  const int parent = tree.parent(of.rank);
  const auto children = tree.children(of.rank);
  std::vector<std::unique_ptr<Pieces>> below;
  for (int child : children) below.push_back(std::make_unique<Pieces>(of.link("up" + std::to_string(tree.shift), child, of.rank), PIECES));
  Window window;
  for (int piece = 0; piece < PIECES; piece++) {
    for (auto& each : below) each->take(piece);
    if (parent >= 0) window.send(of.link("up" + std::to_string(tree.shift), of.rank, parent), of.bytes / 2 / PIECES);
    else summed->release();
  }
  window.finish();
}

void treeDown(const Rank& of, const Tree& tree, const sg4::SemaphorePtr& summed) {
  const int parent = tree.parent(of.rank);
  const auto children = tree.children(of.rank);
  std::unique_ptr<Pieces> above;
  if (parent >= 0) above = std::make_unique<Pieces>(of.link("down" + std::to_string(tree.shift), parent, of.rank), PIECES);
  std::vector<Window> windows(children.size());
  for (int piece = 0; piece < PIECES; piece++) {
    if (above) above->take(piece);
    else summed->acquire();
    for (size_t child = 0; child < children.size(); child++)
      windows[child].send(of.link("down" + std::to_string(tree.shift), of.rank, children[child]), of.bytes / 2 / PIECES);
  }
  for (auto& each : windows) each.finish();
}
} // namespace

int main(int argc, char** argv) {
  sg4::Engine engine(&argc, argv);
  if (argc != 5) {
    std::cerr << "all_reduce PLATFORM ring|halving|tree|levels BYTES JOBS < hosts\n";
    return 2;
  }
  const std::string algorithm = argv[2];
  const double bytes = std::stod(argv[3]);
  const int jobs = std::stoi(argv[4]);
  engine.load_platform(argv[1]);
  std::vector<std::string> hosts;
  for (std::string name; std::getline(std::cin, name);) hosts.push_back(name);
  const int count = static_cast<int>(hosts.size()) / jobs;
  const auto done = [](int job) { if (job == 0) finished = std::max(finished, sg4::Engine::get_clock()); };
  for (int index = 0; index < count * jobs; index++) {
    const int job = index / count;
    auto* host = sg4::Host::by_name(hosts[index]);
    const Rank rank{"job" + std::to_string(job) + "/", index % count, count, bytes};
    if (algorithm == "tree") {
      for (int shift = 0; shift < 2; shift++) {
        const Tree tree{count, shift};
        const auto summed = sg4::Semaphore::create(0);
        sg4::Actor::create("up", host, [=] { treeUp(rank, tree, summed); });
        sg4::Actor::create("down", host, [=] { treeDown(rank, tree, summed); done(job); });
      }
    } else {
      sg4::Actor::create("rank", host, [=] { if (algorithm == "ring") rank.ring(); else if (algorithm == "levels") rank.levels(); else rank.halving(); done(job); });
    }
  }
  engine.run();
  std::cout.precision(9);
  std::cout << finished << "\n";
}
