import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Compiles the programs that stand in front of a command, and the module that starts programs, for both processors, and writes their text into
 * the source. Needs gcc and gcc-aarch64-linux-gnu (or, on an arm64 machine, gcc and gcc-x86-64-linux-gnu); only who changes them runs it.
 */
const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'src/main/adapters/sandbox-linux')
const shared = join(folder, 'confine/system-call.h')
const program = ['-static', '-fno-pic', '-fno-pie', '-no-pie']
/** Node's own headers, of the one that the project pins. */
const headers = join(root, `node_modules/node/node_modules/node-linux-${process.arch}/include/node`)
/** All that it needs of its host is looked up when it is loaded: where something is missing, that fails. */
const module = ['-shared', '-fPIC', '-fvisibility=hidden', '-Wl,-z,now', `-I${headers}`]
const flags = [
  '-Os',
  '-nostdlib',
  '-ffreestanding',
  '-fno-stack-protector',
  '-fno-tree-loop-distribute-patterns',
  '-fno-asynchronous-unwind-tables',
  '-fno-unwind-tables',
  '-Wall',
  '-Wextra',
  '-Werror',
  '-Wl,--build-id=none',
  '-Wl,-z,noseparate-code',
  '-Wl,-z,norelro',
  '-Wl,-z,noexecstack',
  '-s',
]
const compilers = {
  x64: process.arch === 'x64' ? 'gcc' : 'x86_64-linux-gnu-gcc',
  arm64: process.arch === 'arm64' ? 'gcc' : 'aarch64-linux-gnu-gcc',
}

const work = mkdtempSync(join(tmpdir(), 'stages-'))

/**
 * Writes `<name>/<name>-program.ts` for `<name>/<name>.c` of a folder.
 * @param {string} name
 * @param {string} within
 * @param {string[]} kind
 */
function build(name, within = folder, kind = program) {
  const source = join(within, name, `${name}.c`)
  const programs = Object.entries(compilers).map(([arch, compiler]) => {
    const out = join(work, `${name}-${arch}`)
    execFileSync(compiler, [...flags, ...kind, '-o', out, source], { stdio: 'inherit' })
    const lines =
      readFileSync(out)
        .toString('base64')
        .match(/.{1,180}/g) ?? []
    return `  ${arch}: [\n${lines.map((line) => `    '${line}',\n`).join('')}  ].join(''),\n`
  })
  const digest = createHash('sha256').update(readFileSync(source)).update(readFileSync(shared)).digest('hex')
  writeFileSync(
    join(within, name, `${name}-program.ts`),
    `/** The SHA-256 of ${name}.c and system-call.h together, which these programs were made from. */
export const ${name}Source = '${digest}'

// prettier-ignore
/** The program of ${name}.c for each processor, in base64; written by scripts/build-stages.mjs. */
export const ${name}Programs: Readonly<Record<'x64' | 'arm64', string>> = {
${programs.join('')}}
`,
  )
}

try {
  for (const name of ['confine', 'enter', 'observe', 'view']) build(name)
  build('spawn', join(root, 'src/main/adapters/process-execa'), module)
} finally {
  rmSync(work, { recursive: true })
}
