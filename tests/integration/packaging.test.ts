import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { Ajv, type Schema } from 'ajv'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const limit = 240_000
const arch = process.arch === 'arm64' ? 'arm64' : 'x64'

function configuration(name: string): unknown {
  return parse(readFileSync(join(root, name), 'utf8'))
}

describe('the packaging configuration', () => {
  const scheme = readFileSync(join(root, 'node_modules/app-builder-lib/scheme.json'), 'utf8')
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const validate = ajv.compile(JSON.parse(scheme) as Schema)
  const complaints = (config: unknown) => {
    validate(config)
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${JSON.stringify(error.params)}`)
  }

  test.each(['electron-builder.yml', 'build/stub.yml'])('%s is what electron-builder documents', (name) => {
    expect(complaints(configuration(name))).toEqual([])
  })

  test('a misspelt key is noticed', () => {
    const config = { ...(configuration('electron-builder.yml') as object), linux: { catgory: 'Development' } }
    expect(complaints(config).join('\n')).toContain('catgory')
  })

  test('names every installer, the fuses and the sandbox', () => {
    expect(configuration('electron-builder.yml')).toMatchObject({
      appId: 'dev.countersign.app',
      linux: { target: ['AppImage', 'deb'] },
      mac: { target: ['dmg', 'zip'] },
      win: { target: ['nsis'] },
      deb: { depends: expect.arrayContaining(['bubblewrap']) as string[] },
      appImage: { executableArgs: [] },
      electronFuses: { runAsNode: false, enableNodeCliInspectArguments: false, onlyLoadAppFromAsar: true },
    })
  })
})

describe('a package made with a stand-in for the runtime', () => {
  let output: string
  let archive: string
  let files: string[]

  beforeAll(() => {
    output = mkdtempSync(join(tmpdir(), 'countersign-package-'))
    const args = ['scripts/package.mjs', '--dir', '--stub', `-c.directories.output=${output}`]
    const made = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', timeout: limit })
    if (made.status !== 0) throw new Error(`packaging failed:\n${made.stdout}${made.stderr}`)
    const folder = arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked'
    archive = join(output, folder, 'resources/app.asar')
    files = listPackage(archive, { isPack: false })
  }, limit)

  afterAll(() => {
    rmSync(output, { recursive: true, force: true })
  })

  test('holds the three bundles, and the packages that they leave outside', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/main/index.js',
        '/out/main/cli.js',
        '/out/main/runtime-process.js',
        '/out/preload/index.cjs',
        '/out/renderer/index.html',
        '/node_modules/openai/package.json',
        '/node_modules/zod/package.json',
        '/node_modules/web-tree-sitter/web-tree-sitter.wasm',
        '/node_modules/tree-sitter-bash/tree-sitter-bash.wasm',
      ]),
    )
  })

  test('holds every production dependency and no development one', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
      devDependencies: Record<string, string>
    }
    const packed = (names: string[]) =>
      names.filter((name) => files.includes(`/node_modules/${name}/package.json`))
    const production = Object.keys(manifest.dependencies)
    expect(packed(production)).toEqual(production)
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>
    }
    // A package of the tests may also be one that a production dependency needs.
    const onlyForUs = Object.keys(manifest.devDependencies).filter(
      (name) => lock.packages[`node_modules/${name}`]?.dev === true,
    )
    expect(onlyForUs.length).toBeGreaterThan(20)
    expect(packed(onlyForUs)).toEqual([])
  })

  test('holds no sources, maps, tests or stamps of ours, and nothing of another processor', () => {
    const other = arch === 'x64' ? 'arm64' : 'x64'
    const strays = [/^\/(src|tests|scripts|build|docs)(\/|$)/, /\.map$/, /\.stamp$/, /\/prebuilds\//]
    const foreign = new RegExp(`/vendor/[^/]+/${other}(/|$)`)
    expect(files.filter((file) => [...strays, foreign].some((stray) => stray.test(file)))).toEqual([])
  })

  test('keeps the seccomp program outside the archive, executable', () => {
    const program = `node_modules/@anthropic-ai/sandbox-runtime/vendor/seccomp/${arch}/apply-seccomp`
    const path = join(`${archive}.unpacked`, program)
    expect(existsSync(path)).toBe(true)
    expect(statSync(path).mode & 0o111).toBe(0o111)
  })

  test('keeps the terminal library outside the archive, whole', () => {
    const library = `node_modules/@lydell/node-pty-linux-${arch}/pty.node`
    expect(files).toContain('/node_modules/@lydell/node-pty/requireBinary.js')
    expect(readFileSync(join(`${archive}.unpacked`, library))).toEqual(readFileSync(join(root, library)))
  })

  test('has a preload that a sandboxed page can load: no import, and electron as the only package', () => {
    const preload = extractFile(archive, 'out/preload/index.cjs').toString()
    const required = [...preload.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map((match) => match[1])
    expect(preload).not.toMatch(/^\s*import\b/m)
    expect(new Set(required)).toEqual(new Set(['electron']))
  })

  test('tells Linux which desktop entry the window belongs to', () => {
    const manifest = JSON.parse(extractFile(archive, 'package.json').toString()) as object
    expect(manifest).toMatchObject({
      main: 'out/main/index.js',
      desktopName: 'dev.countersign.app.desktop',
    })
  })
})
