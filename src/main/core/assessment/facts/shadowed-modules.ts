import { languageOf } from '../../programs/built-in'
import { environmentOf, type CommandGraph, type SimpleCommand } from '../../shell/graph'
import type { FactsReading } from './facts-reader'

/** What the libraries that plain code brings in are made of: a file of one of these names beside it runs in its place. */
const standard = new Set(
  `abc array ast base64 binascii bisect calendar cmath collections contextlib contextvars copy copyreg dataclasses datetime decimal dis
  enum errno fnmatch fractions functools genericpath hashlib heapq importlib inspect io itertools json keyword linecache locale math
  numbers opcode operator os pickle platform posixpath pprint random re reprlib select selectors shutil signal socket sre_compile
  sre_constants sre_parse stat statistics string struct subprocess tempfile textwrap threading time token tokenize traceback types typing
  warnings weakref zlib`.split(/\s+/),
)

/** Its name, and what makes it a module of its own beside the code. */
const moduleFile = /^([A-Za-z_]\w*)(?:\.(?:py|pyc|(?:[\w.-]{1,60}\.)?so))$/

const isModule = (name: string): boolean => standard.has(name) || name.startsWith('_')

/** Python that does not look into the folder it runs in. */
const keepsAway = (command: SimpleCommand): boolean =>
  command.words.some(({ text }) => /^-[bBdEhIOPqsSuvVx]*[IP][a-zA-Z]*$/.test(text)) ||
  environmentOf(command).some(({ name, value }) => name === 'PYTHONSAFEPATH' && value.text !== '')

/** Whether a path in the folder is such a module, or what makes a folder one. */
function isShadow(path: string, folder: string): boolean {
  if (!path.startsWith(`${folder}/`)) return false
  const name = path.slice(folder.length + 1)
  const [inside = '', rest] = name.split('/')
  return rest === undefined
    ? isModule(moduleFile.exec(name)?.[1] ?? '-')
    : rest.startsWith('__init__.') && standard.has(inside)
}

async function shadows(folder: string, reading: FactsReading, written: readonly string[]): Promise<boolean> {
  if (written.some((path) => isShadow(path, folder))) return true
  const listed = await reading.list(folder)
  // One that is not there yet holds what makes it.
  if (!listed?.complete) return true
  if (listed.names.some((name) => isShadow(`${folder}/${name}`, folder))) return true
  const packages = listed.names.filter((name) => standard.has(name))
  const found = await Promise.all(
    packages.map((name) => reading.path(`${folder}/${name}/__init__.py`, 'entry')),
  )
  return found.some(({ kind }) => kind !== 'missing')
}

/**
 * The commands whose Python brings in libraries where the folder that it runs in has files of those names, is not known, or is given one
 * (`written`) by the line itself.
 */
export async function shadowedModules(
  { commands, documents }: Pick<CommandGraph, 'commands' | 'documents'>,
  reading: FactsReading,
  written: readonly string[],
): Promise<ReadonlySet<number>> {
  const importing = commands.filter(
    (command) =>
      command.host === undefined &&
      languageOf(command.program) === 'python3' &&
      !keepsAway(command) &&
      documents.some(
        ({ runBy, language, text }) =>
          runBy === command.id && language === 'code' && /\b(?:import|from)\b/.test(text),
      ),
  )
  const found = await Promise.all(
    importing.slice(0, 8).map(async ({ id, cwd }) => {
      const each = await Promise.all(cwd.map((folder) => shadows(folder, reading, written)))
      return cwd.length === 0 || each.includes(true) ? [id] : []
    }),
  )
  return new Set([...found.flat(), ...importing.slice(8).map(({ id }) => id)])
}
