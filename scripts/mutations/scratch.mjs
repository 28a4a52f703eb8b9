import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../setup/places.mjs'
import { run } from '../setup/run.mjs'
import { mutated } from './mutation.mjs'

/** What scripts/build-stages.mjs compiles, by its source without the end. */
const programs = [
  ...['confine', 'enter', 'observe', 'view'].map((name) => `src/main/adapters/sandbox-linux/${name}/${name}`),
  'src/main/adapters/process-execa/spawn/spawn',
]

/** A copy of the checkout in which defects are put, with its own build and its own caches. */
export class Scratch {
  /** @type {Map<string, string>} what was in the files that are changed now */
  #before = new Map()
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder
  }

  /** Copies what git tracks or would, and links what is installed. Not below /tmp, which commands of the tests may write to. */
  static async make() {
    const folder = mkdtempSync('/var/tmp/cs-mutations-')
    chmodSync(folder, 0o755)
    const listed = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { capture: true })
    if (listed.code !== 0) throw new Error(`The files of this checkout cannot be listed: ${listed.output}`)
    for (const name of listed.output.split('\0'))
      if (name !== '' && existsSync(join(root, name))) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        cpSync(join(root, name), join(folder, name), { verbatimSymlinks: true })
      }
    const installed = join(folder, 'node_modules')
    mkdirSync(installed)
    mkdirSync(join(folder, 'test-results'))
    const names = readdirSync(join(root, 'node_modules')).filter((name) => name !== '.cache')
    const from = names.map((name) => join(root, 'node_modules', name))
    const linked = await run('cp', ['-al', '--', ...from, installed], { capture: true })
    // Another file system: a copy has to do.
    if (linked.code !== 0) await run('cp', ['-a', '--', ...from, installed], { capture: true })
    return new Scratch(folder)
  }

  /** Removes the copy. */
  remove() {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** @param {string} file */
  #path(file) {
    return join(this.folder, file)
  }

  /** @param {string} file */
  #keep(file) {
    if (!this.#before.has(file)) this.#before.set(file, readFileSync(this.#path(file), 'utf8'))
    return this.#before.get(file) ?? ''
  }

  /**
   * Puts a defect in; one in the C sources is compiled. Returns why that cannot be, if it cannot.
   * @param {import('./mutation.mjs').Mutation} mutation
   * @returns {Promise<string | undefined>}
   */
  async put(mutation) {
    const { file } = mutation
    writeFileSync(this.#path(file), mutated(this.#keep(file), mutation))
    if (!/\.[ch]$/.test(file)) return undefined
    for (const program of programs) this.#keep(`${program}-program.ts`)
    return this.#compile()
  }

  /** For this machine's processor alone: the other one's programs stay what they are. */
  async #compile() {
    const bin = this.#path('node_modules/.cache/other-processor')
    mkdirSync(bin, { recursive: true })
    const other = process.arch === 'x64' ? 'arm64' : 'x64'
    for (const program of programs) {
      const text = this.#keep(`${program}-program.ts`)
      const lines = new RegExp(`^  ${other}: \\[\\n([^]*?)^  \\]`, 'm').exec(text)?.[1] ?? ''
      const compiled = Buffer.from(lines.replaceAll(/[^\w+/=]/g, ''), 'base64')
      writeFileSync(join(bin, `${basename(program)}-${other}`), compiled)
    }
    for (const compiler of ['aarch64-linux-gnu-gcc', 'x86_64-linux-gnu-gcc']) {
      const script = `#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\ncp "${bin}/\${2##*/}" "$2"\n`
      writeFileSync(join(bin, compiler), script, { mode: 0o755 })
    }
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` }
    const { code, output } = await this.node(['scripts/build-stages.mjs'], { env, seconds: 120 })
    return code === 0 ? undefined : output.slice(-2000)
  }

  /** Puts everything back. */
  takeOut() {
    for (const [file, text] of this.#before) writeFileSync(this.#path(file), text)
    this.#before.clear()
  }

  /**
   * Runs a script on the pinned Node, with all that it starts in a group of its own, which is killed when its time is up.
   * @param {readonly string[]} args
   * @param {{ env?: NodeJS.ProcessEnv, seconds: number }} options
   * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
   */
  node(args, { env = process.env, seconds }) {
    const node = this.#path('node_modules/node/bin/node')
    const path = `${this.#path('node_modules/.bin')}:${env['PATH'] ?? ''}`
    return new Promise((done) => {
      const child = spawn(node, args, {
        cwd: this.folder,
        env: { ...env, PATH: path, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      let [output, timedOut] = ['', false]
      /** @param {Buffer} part */
      const take = (part) => {
        output = (output + part.toString()).slice(-200_000)
      }
      child.stdout.on('data', take)
      child.stderr.on('data', take)
      const kill = () => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        } catch (error) {
          if (!(error instanceof Error && 'code' in error)) throw error // all of it has ended
        }
      }
      const timer = setTimeout(() => {
        timedOut = true
        kill()
      }, seconds * 1000)
      process.once('exit', kill)
      child.on('close', (code) => {
        clearTimeout(timer)
        process.off('exit', kill)
        done({ code: code ?? 1, output, timedOut })
      })
    })
  }
}
