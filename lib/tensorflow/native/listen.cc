// TensorFlow's gRPC server listens on all of a machine's addresses, without authentication: whoever reaches it can run any op.
// TensorFlow has no setting for the address. Therefore its calls of `bind` are redirected to the function below, which replaces
// "all addresses" by the one that the job's other processes know.
#include <arpa/inet.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace {
in_addr address;     // of this process's server
uint16_t port = 0;   // the server's port, in network order; with 0 nothing is changed
const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));

int bind_to_address(int socket, const sockaddr* given, socklen_t length) {
  sockaddr_storage narrowed = {};
  memcpy(&narrowed, given, length < sizeof narrowed ? length : sizeof narrowed);
  if (narrowed.ss_family == AF_INET) {
    auto* v4 = reinterpret_cast<sockaddr_in*>(&narrowed);
    if (v4->sin_port == port && v4->sin_addr.s_addr == htonl(INADDR_ANY)) v4->sin_addr = address;
  } else if (narrowed.ss_family == AF_INET6) {
    auto* v6 = reinterpret_cast<sockaddr_in6*>(&narrowed);
    // gRPC's sockets accept both kinds of addresses; an IPv4 address a.b.c.d is written ::ffff:a.b.c.d.
    if (v6->sin6_port == port && memcmp(&v6->sin6_addr, &in6addr_any, sizeof in6addr_any) == 0) {
      memset(&v6->sin6_addr, 0, 10);
      memset(v6->sin6_addr.s6_addr + 10, 0xff, 2);
      memcpy(v6->sin6_addr.s6_addr + 12, &address, 4);
    }
  }
  return bind(socket, reinterpret_cast<const sockaddr*>(&narrowed), length);
}

bool point(ElfW(Addr) slot, int protection) {
  void* start = reinterpret_cast<void*>(slot & ~(page - 1));
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return false;
  *reinterpret_cast<void**>(slot) = reinterpret_cast<void*>(bind_to_address);
  return mprotect(start, page, protection) == 0;
}

// Replaces the pointer through which a library calls `bind`, in its table of imported functions (PLT relocations).
int redirect(dl_phdr_info* library, size_t, void* count) {
  if (strstr(library->dlpi_name, "libtensorflow_") == nullptr) return 0;
  const ElfW(Rela)* functions = nullptr;
  size_t bytes = 0;
  const ElfW(Sym)* symbols = nullptr;
  const char* names = nullptr;
  ElfW(Addr) fixed_from = 0, fixed_to = 0;  // the part that the loader has made read-only
  for (int index = 0; index < library->dlpi_phnum; index++) {
    const ElfW(Phdr)& header = library->dlpi_phdr[index];
    const ElfW(Addr) start = library->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_GNU_RELRO) fixed_from = start, fixed_to = start + header.p_memsz;
    if (header.p_type != PT_DYNAMIC) continue;
    for (auto* entry = reinterpret_cast<ElfW(Dyn)*>(start); entry->d_tag != DT_NULL; entry++) {
      const auto value = entry->d_un.d_ptr;
      if (entry->d_tag == DT_JMPREL) functions = reinterpret_cast<const ElfW(Rela)*>(value);
      if (entry->d_tag == DT_PLTRELSZ) bytes = value;
      if (entry->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(value);
      if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(value);
    }
  }
  for (size_t index = 0; index < bytes / sizeof(ElfW(Rela)); index++) {
    if (strcmp(names + symbols[ELF64_R_SYM(functions[index].r_info)].st_name, "bind") != 0) continue;
    const ElfW(Addr) slot = library->dlpi_addr + functions[index].r_offset;
    const bool fixed = slot >= fixed_from && slot < fixed_to;
    if (point(slot, fixed ? PROT_READ : PROT_READ | PROT_WRITE)) ++*static_cast<int*>(count);
  }
  return 0;
}
}  // namespace

// To be called after TensorFlow's libraries are loaded and before its server starts. Returns whether the server will listen
// on this address only.
extern "C" __attribute__((visibility("default"))) int workbook_listen_on(const char* ipv4, int on_port) {
  if (inet_pton(AF_INET, ipv4, &address) != 1) return 0;
  port = htons(static_cast<uint16_t>(on_port));
  int found = 0;
  dl_iterate_phdr(redirect, &found);
  return found > 0;
}
