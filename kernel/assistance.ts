/** What TypeScript's language service says about a place in a cell: a name's type and documentation, and what may stand there. */
import { join } from "node:path";
import type * as TypeScript from "@tslab/typescript-for-tslab";
import type { CompletionInfo, Converter } from "tslab/dist/converter";

/** A converter's questions about a cell; `declarations` are those of the cells before it. */
export type Assistance = Pick<Converter, "inspect" | "complete">;

/** Whether a completion of this `ScriptElementKind` is a part of a module's name. */
export const isOfPath = (kind: string): boolean => ["external module name", "directory", "script"].includes(kind);

type ServiceHost = TypeScript.LanguageServiceHost;

/** The cell and what the cells before it declared. Each is a module, also where it imports nothing. */
const modulePrefix = "export {};\n";

/**
 * The assistance for a session.
 * @param current The program of tslab's last check. Its options hold here, too, and the files that it has read are not read again.
 */
export function createAssistance(
  compiler: typeof TypeScript,
  root: string,
  current: () => TypeScript.Program,
): Assistance {
  const cell = join(root, "__cell__.ts");
  const earlier = join(root, "__earlier__.d.ts");
  const texts = new Map<string, { text: string; version: number }>();
  const service = compiler.createLanguageService(
    serviceHost(compiler, root, current, texts),
    sharedFiles(compiler, current),
  );

  /** Puts a cell in place. */
  const open = (declarations: string, source: string): void => {
    for (const [name, content] of [
      [earlier, declarations],
      [cell, source],
    ]) {
      const text = modulePrefix + content;
      const known = texts.get(name);
      if (known?.text !== text) texts.set(name, { text, version: (known?.version ?? 0) + 1 });
    }
    const program = service.getProgram();
    const [inner, outer] = [program?.getSourceFile(cell), program?.getSourceFile(earlier)];
    // tslab's compiler looks names up in a file's parent, too, which other files do not have.
    if (inner) Object.assign(inner, { parent: outer });
  };

  return {
    inspect(declarations, source, position) {
      open(declarations, source);
      const at = position + modulePrefix.length;
      const info = service.getQuickInfoAtPosition(cell, at);
      const described = info ? withMembers(compiler, service, cell, info) : enclosingCall(service, cell, at);
      // The compiler's own type says that tslab always finds something.
      return described as TypeScript.QuickInfo;
    },
    complete(declarations, source, position) {
      open(declarations, source);
      const at = position + modulePrefix.length;
      const info = service.getCompletionsAtPosition(cell, at, { includeCompletionsWithInsertText: false });
      return matching(info, source, position);
    },
  };
}

/** What may stand at a position, and begins like, or contains, what stands there already; the best match first. */
function matching(info: TypeScript.CompletionInfo | undefined, source: string, position: number): CompletionInfo {
  const [start, end] = replaced(info, source, position);
  const typed = source.slice(start, position);
  const rank = (name: string): number =>
    [
      name.startsWith(typed),
      name.toLowerCase().startsWith(typed.toLowerCase()),
      name.toLowerCase().includes(typed.toLowerCase()),
    ].indexOf(true);
  const entries = (info?.entries ?? [])
    .map((entry) => ({ entry, order: rank(entry.name) }))
    .filter(({ order }) => order >= 0)
    .sort(
      (one, other) =>
        one.order - other.order ||
        one.entry.sortText.localeCompare(other.entry.sortText) ||
        one.entry.name.localeCompare(other.entry.name),
    )
    .map(({ entry }) => entry);
  return {
    start,
    end,
    candidates: entries.map(({ name }) => name),
    original: info && { ...info, entries },
  };
}

/** From where to where a completion takes the place of what stands in the cell. */
function replaced(
  info: TypeScript.CompletionInfo | undefined,
  source: string,
  position: number,
): [start: number, end: number] {
  if (info?.entries.some(({ kind }) => isOfPath(kind))) {
    // An entry is one part of a path. The service leaves it to editors to know where that part begins.
    const [before] = /[^"'`/]*$/.exec(source.slice(0, position)) ?? [""];
    const [after] = /^[^"'`/\n]*/.exec(source.slice(position)) ?? [""];
    return [position - before.length, position + after.length];
  }
  const span = info?.entries.find(({ replacementSpan }) => replacementSpan)?.replacementSpan;
  const { start, length } = span ??
    info?.optionalReplacementSpan ?? { start: position + modulePrefix.length, length: 0 };
  return [start - modulePrefix.length, start - modulePrefix.length + length];
}

/** How many members of a type are shown: more would fill the page. */
const mostMembers = 30;

/** A description of an interface, or of another type of objects, with what its members are called, are, and mean. */
function withMembers(
  compiler: typeof TypeScript,
  service: TypeScript.LanguageService,
  file: string,
  info: TypeScript.QuickInfo,
): TypeScript.QuickInfo {
  const checker = service.getProgram()?.getTypeChecker();
  const source = service.getProgram()?.getSourceFile(file);
  if (!checker || !source || !info.displayParts?.some(({ kind }) => /^(interface|alias)Name$/.test(kind))) return info;
  const named = innermost(compiler, source, info.textSpan.start);
  const symbol = named && checker.getSymbolAtLocation(named);
  if (!symbol) return info;
  const isAlias = (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
  const meant = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  if ((meant.flags & (compiler.SymbolFlags.Interface | compiler.SymbolFlags.TypeAlias)) === 0) return info;
  const members = checker.getDeclaredTypeOfSymbol(meant).getProperties();
  if (members.length === 0 || members.length > mostMembers) return info;
  const lines = members.map((member) => {
    const its = checker.getTypeOfSymbolAtLocation(member, named);
    // A library's name for a type tells less than what it stands for.
    const isForeign = its.aliasSymbol?.declarations?.[0].getSourceFile().fileName.includes("/node_modules/");
    const type = checker.typeToString(its, named, isForeign ? compiler.TypeFormatFlags.InTypeAlias : undefined);
    const comment = compiler.displayPartsToString(member.getDocumentationComment(checker)).replace(/\s*\n\s*/g, " ");
    const isOptional = (member.flags & compiler.SymbolFlags.Optional) !== 0;
    return `  ${member.name}${isOptional ? "?" : ""}: ${type};${comment === "" ? "" : ` // ${comment}`}`;
  });
  const [first] = compiler.displayPartsToString(info.displayParts).split(/\n| = /);
  const text = [`${first} {`, ...lines, "}"].join("\n");
  return { ...info, displayParts: [{ kind: "text", text }] };
}

/** The name that begins at a position. */
function innermost(compiler: typeof TypeScript, node: TypeScript.Node, start: number): TypeScript.Node | undefined {
  if (compiler.isIdentifier(node)) return node.getStart() === start ? node : undefined;
  return compiler.forEachChild(node, (child) =>
    child.pos <= start && start < child.end ? innermost(compiler, child, start) : undefined,
  );
}

/** The function whose arguments stand at a position: its signature, in the form of a name's description. */
function enclosingCall(
  service: TypeScript.LanguageService,
  file: string,
  position: number,
): TypeScript.QuickInfo | undefined {
  const help = service.getSignatureHelpItems(file, position, undefined);
  const item = help?.items[help.selectedItemIndex];
  if (!help || !item) return undefined;
  const { prefixDisplayParts, suffixDisplayParts, separatorDisplayParts, parameters, documentation, tags } = item;
  const inside = parameters.flatMap(({ displayParts }, index) =>
    index === 0 ? displayParts : [...separatorDisplayParts, ...displayParts],
  );
  return {
    kind: "function" as TypeScript.ScriptElementKind,
    kindModifiers: "",
    textSpan: help.applicableSpan,
    displayParts: [...prefixDisplayParts, ...inside, ...suffixDisplayParts],
    documentation,
    tags,
  };
}

/** The service's view of the session. An installation's files do not change while a session lasts. */
function serviceHost(
  compiler: typeof TypeScript,
  root: string,
  current: () => TypeScript.Program,
  texts: ReadonlyMap<string, { text: string; version: number }>,
): ServiceHost {
  const { sys } = compiler;
  // The workbook's modules are found under their own package's name, and are listed as those of an installed one.
  const installed = join(root, "node_modules", "parallel-training");
  const real = (path: string): string => (path.startsWith(installed) ? join(root, path.slice(installed.length)) : path);
  // A cell imports the workbook's modules and Node's, not the packages that the workbook is made of.
  const ownPackage = join(root, "package.json");
  const withoutDependencies = (text: string): string => {
    const contents = JSON.parse(text) as { name: string };
    return JSON.stringify({ ...contents, dependencies: { [contents.name]: "*" }, devDependencies: {} });
  };
  return {
    getCompilationSettings: () => current().getCompilerOptions(),
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (options) => compiler.getDefaultLibFilePath(options),
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: (name) => String(texts.get(name)?.version ?? versionOf(current().getSourceFile(name))),
    getScriptSnapshot: (name) => {
      const text = texts.get(name)?.text ?? sys.readFile(name);
      return text === undefined ? undefined : compiler.ScriptSnapshot.fromString(text);
    },
    fileExists: (path) => texts.has(path) || sys.fileExists(real(path)),
    readFile: (path) => {
      const text = texts.get(path)?.text ?? sys.readFile(real(path));
      return path === ownPackage && text !== undefined ? withoutDependencies(text) : text;
    },
    directoryExists: (path) => sys.directoryExists(real(path)),
    getDirectories: (path) => sys.getDirectories(real(path)),
    readDirectory: (path, ...rest) => sys.readDirectory(real(path), ...rest),
    realpath: (path) => sys.realpath?.(path) ?? path,
    useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
  };
}

/** The version that a watching program, like tslab's, has written on a file. */
const versionOf = (file: TypeScript.SourceFile | undefined): string =>
  (file as { version?: string } | undefined)?.version ?? "";

/** A registry of files that hands out those of tslab's program, a thousand, instead of parsing them a second time. */
function sharedFiles(compiler: typeof TypeScript, current: () => TypeScript.Program): TypeScript.DocumentRegistry {
  const { sys } = compiler;
  const own = compiler.createDocumentRegistry(sys.useCaseSensitiveFileNames, sys.getCurrentDirectory());
  return {
    ...own,
    acquireDocumentWithKey: (name, ...rest) =>
      current().getSourceFile(name) ?? own.acquireDocumentWithKey(name, ...rest),
    updateDocumentWithKey: (name, ...rest) => current().getSourceFile(name) ?? own.updateDocumentWithKey(name, ...rest),
    // It counts the users of each file. These have one, which keeps what it has read.
    releaseDocument: () => undefined,
    releaseDocumentWithKey: () => undefined,
  };
}
