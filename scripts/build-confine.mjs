import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Compiles confine.c for both processors and writes confine-program.ts. Needs gcc and gcc-aarch64-linux-gnu (or, on an arm64
 * machine, gcc and gcc-x86-64-linux-gnu); only who changes confine.c runs it.
 */
const folder = resolve(import.meta.dirname, '../src/main/adapters/sandbox-linux/confine')
const source = join(folder, 'confine.c')
const flags = [
  '-Os',
  '-static',
  '-nostdlib',
  '-ffreestanding',
  '-fno-stack-protector',
  '-fno-pic',
  '-fno-pie',
  '-no-pie',
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

const work = mkdtempSync(join(tmpdir(), 'confine-'))
try {
  const programs = Object.entries(compilers).map(([arch, compiler]) => {
    const out = join(work, arch)
    execFileSync(compiler, [...flags, '-o', out, source], { stdio: 'inherit' })
    const lines =
      readFileSync(out)
        .toString('base64')
        .match(/.{1,100}/g) ?? []
    return `  ${arch}: [\n${lines.map((line) => `    '${line}',\n`).join('')}  ].join(''),\n`
  })
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex')
  writeFileSync(
    join(folder, 'confine-program.ts'),
    `import type { FilterArch } from '../seccomp/syscall-numbers'

/** The SHA-256 of the confine.c that these programs were made from. */
export const confineSource = '${digest}'

// prettier-ignore
/** The program of confine.c for each processor, in base64; written by scripts/build-confine.mjs. */
export const confinePrograms: Readonly<Record<FilterArch, string>> = {
${programs.join('')}}
`,
  )
} finally {
  rmSync(work, { recursive: true })
}
