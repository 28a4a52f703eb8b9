import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { Ajv, type Schema } from 'ajv'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packedEngineTests } from './packed-engine'
import { arch, packStandIn, packingLimit, root, unpackedIn } from './stand-in-package'

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
      linux: { target: ['AppImage', 'deb', 'rpm'] },
      mac: { target: ['dmg', 'zip'], hardenedRuntime: true },
      win: { target: ['nsis'], verifyUpdateCodeSignature: true },
      deb: { depends: expect.arrayContaining(['bubblewrap', 'socat']) as string[] },
      rpm: { depends: expect.arrayContaining(['bubblewrap', 'socat']) as string[] },
      appImage: { executableArgs: [] },
      electronFuses: { runAsNode: false, enableNodeCliInspectArguments: false, onlyLoadAppFromAsar: true },
    })
  })
})

describe('a package made with a stand-in for the runtime', () => {
  let output: string
  let archive: string
  let files: string[]

  beforeAll(async () => {
    output = await packStandIn(['--dir'])
    archive = join(unpackedIn(output), 'resources/app.asar')
    files = listPackage(archive, { isPack: false })
  }, packingLimit)

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
        '/out/main/askpass.js',
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
    interface Manifest {
      readonly dependencies: Readonly<Record<string, string>>
      readonly devDependencies: Readonly<Record<string, string>>
    }
    const [manifest, ofTests] = ['package.json', 'tests/package.json'].map(
      (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest,
    ) as [Manifest, Pick<Manifest, 'devDependencies'>]
    const packed = (names: string[]) =>
      names.filter((name) => files.includes(`/node_modules/${name}/package.json`))
    const production = Object.keys(manifest.dependencies)
    expect(packed(production)).toEqual(production)
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>
    }
    // A package of the tests may also be one that a production dependency needs.
    const onlyForUs = Object.keys({ ...manifest.devDependencies, ...ofTests.devDependencies }).filter(
      (name) => lock.packages[`node_modules/${name}`]?.dev === true,
    )
    expect(onlyForUs.length).toBeGreaterThan(20)
    expect(packed([...onlyForUs, 'countersign-tests'])).toEqual([])
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

  test('has no feed for updates unless it was made with one', () => {
    expect(existsSync(join(unpackedIn(output), 'resources/app-update.yml'))).toBe(false)
  })

  test('tells the licence of everything in it, with its text', () => {
    const text = readFileSync(join(unpackedIn(output), 'resources/THIRD-PARTY-LICENSES.txt'), 'utf8')
    const packed = files.flatMap(
      (file) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(file)?.[1] ?? [],
    )
    // Of the last two is only what our own bundles took in.
    const names = [...packed, 'react', 'tailwindcss']
    const told = new Set([...text.matchAll(/^-{80}\n(\S+) \S+ \(/gm)].map((match) => match[1] ?? ''))
    expect(names.filter((name) => !told.has(name))).toEqual([])
    expect(text).toMatch(/^Node\.js \d+/m)
    expect(told.has('vitest')).toBe(false)
  })

  test('lists its parts in a bill of materials, of which no reference leads nowhere', () => {
    const bill = JSON.parse(readFileSync(join(unpackedIn(output), 'resources/sbom.cdx.json'), 'utf8')) as Bill
    const refs = new Set([...bill.components, bill.metadata.component].map((each) => each['bom-ref']))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'countersign' } } })
    expect(bill.components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['openai', 'react', 'electron', 'node']),
    )
    expect(bill.components.map(({ name }) => name)).not.toContain('vitest')
    const used = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(used.filter((ref) => !refs.has(ref))).toEqual([])
  })

  describe('its engine', () => {
    packedEngineTests(() => output)
  })
})

interface Bill {
  readonly metadata: { readonly component: { readonly name: string; readonly 'bom-ref': string } }
  readonly components: readonly { readonly name: string; readonly 'bom-ref': string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}
