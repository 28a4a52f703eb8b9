import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** What `setup` of a corpus line lays over the project: text, a link, or (name ends in `/`) a folder. */
export type Setup = Readonly<Record<string, string | { readonly symlink: string }>>

/** A project and a home folder in the temporary folder, as tests/corpus/README.md describes them. */
export interface World {
  readonly home: string
  readonly cwd: string
}

const tracked: Readonly<Record<string, string>> = {
  'README.md': '# Project\n\nText.\n',
  'package.json': JSON.stringify({
    name: 'project',
    scripts: {
      build: 'tsc -p .',
      test: 'vitest run',
      lint: 'eslint .',
      format: 'prettier --write src',
      clean: 'rm -rf dist',
      start: 'node src/index.js',
      deploy: 'bash scripts/deploy.sh',
    },
    devDependencies: { eslint: '^10', prettier: '^3', typescript: '^6', vitest: '^5' },
  }),
  'package-lock.json': '{"lockfileVersion": 3}\n',
  Makefile:
    'build:\n\tcc -o app main.c\n\ntest: build\n\t./app --self-test\n\nclean:\n\trm -rf build\n\ninstall: build\n\tinstall -m 755 app /usr/local/bin/app\n',
  'main.c': 'int main(void) { return 0; }\n',
  'data.csv': 'a,b\n1,2\n3,4\n',
  '.gitignore': 'node_modules/\ndist/\nbuild/\n*.log\n.env\n',
  'src/index.ts': 'export const foo = 1\n',
  'src/index.js': 'console.log(1)\n',
  'src/app.ts': 'export const app = 1\n',
  'src/util.ts': 'export const one = 1\n',
  'docs/guide.md': '# Guide\n',
  'tests/app.test.ts': 'test("x", () => {})\n',
  'scripts/deploy.sh': '#!/bin/bash\nset -e\nrsync -az dist/ deploy@prod.example.com:/srv/www/\n',
  'scripts/check.sh': '#!/bin/sh\ngrep -rn TODO "${1:-src}"\n',
  'scripts/tool.py': 'import argparse\n\nparser = argparse.ArgumentParser()\nprint(parser.parse_args())\n',
}
const untracked: Readonly<Record<string, string>> = {
  'notes.txt': 'my notes\n',
  '.env': 'TOKEN=abc\n',
  'node_modules/left/index.js': 'module.exports = 1\n',
  'dist/app.js': 'console.log(1)\n',
  'build/app.o': 'object',
}
const inHome: Readonly<Record<string, string>> = {
  '.bashrc': 'alias ll="ls -l"\n',
  '.zshrc': '\n',
  '.gitconfig': '[user]\n\tname = Dev\n',
  '.ssh/id_ed25519': 'key\n',
  '.ssh/authorized_keys': '\n',
  '.aws/credentials': '[default]\n',
  'documents/thesis.txt': 'years of work\n',
  'documents/photos/a.jpg': 'a',
  'documents/photos/b.jpg': 'b',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`.pi/cache/${at}.bin`, 'x'.repeat(4000)])),
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

/** Lays a line's files over a world. */
function apply(world: { home: string; cwd: string }, setup: Setup): void {
  for (const [name, value] of Object.entries(setup)) {
    const path = name.startsWith('~/') ? join(world.home, name.slice(2)) : join(world.cwd, name)
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true })
    if (name.endsWith('/')) continue
    if (typeof value === 'string') writeFileSync(path, value, { mode: 0o755 })
    else symlinkSync(value.symlink.replace(/^~/, world.home), path)
  }
}

function make(root: string): void {
  const cwd = join(root, 'home/dev/project')
  write(join(root, 'home/dev'), inHome)
  write(cwd, tracked)
  const past = new Date(Date.now() - 60_000)
  for (const name of Object.keys(tracked)) utimesSync(join(cwd, name), past, past)
  const git = (...args: string[]): void => {
    execFileSync('git', args, {
      cwd,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' },
    })
  }
  git('init', '-q', '-b', 'main')
  git('remote', 'add', 'origin', 'git@github.com:acme/project.git')
  git('add', '-A')
  git('-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', 'commit', '-qm', 'first')
  git('branch', 'feature')
  rmSync(join(cwd, '.git/hooks'), { recursive: true, force: true })
  write(cwd, untracked)
  writeFileSync(join(cwd, 'src/app.ts'), 'export const app = 2 // changed\n')
}

/** Makes worlds, which are only looked at: one for all lines without a setup, one for each setup. Needs git to make the first. */
export function createWorlds(): { worldFor(setup: Setup | undefined): World; remove(): void } {
  const base = mkdtempSync(join(tmpdir(), 'countersign-risk-'))
  make(join(base, 'base'))
  const made = new Map<string, World>()
  return {
    worldFor(setup = {}) {
      const key = JSON.stringify(setup)
      const before = made.get(key)
      if (before) return before
      const isPlain = Object.keys(setup).length === 0
      const root = join(base, isPlain ? 'base' : String(made.size))
      if (!isPlain)
        cpSync(join(base, 'base'), root, {
          recursive: true,
          preserveTimestamps: true,
          verbatimSymlinks: true,
        })
      const world = { home: join(root, 'home/dev'), cwd: join(root, 'home/dev/project') }
      apply(world, setup)
      made.set(key, world)
      return world
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}
