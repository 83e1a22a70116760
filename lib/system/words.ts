/** A number with what it counts: "1 device", "4 devices". */
export function counted(count: number, what: string, several = `${what}s`): string {
  return `${count} ${count === 1 ? what : several}`;
}
