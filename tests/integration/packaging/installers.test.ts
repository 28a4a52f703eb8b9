import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Arch } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterPack } from '../../../scripts/packaging/after-pack.mjs'
import { oneBySeed, onlyInFull } from '../../fakes/by-seed'
import {
  arch,
  ask,
  distributionTools,
  fileIn,
  packStandIn,
  packingLimit,
  root,
  runtimeLength,
} from './stand-in-package'

/*
 * The Linux packages, assembled over a stand-in for the Electron runtime by electron-builder's real configuration and the distribution's
 * tools, and taken apart again. That the window starts from them is not shown here.
 */

/** One by turns: each is assembled and taken apart for as long as the others. */
const kinds = oneBySeed('kind of package', ['deb', 'rpm', 'AppImage'] as const)
/** Those that a system's own program installs. */
const installed = kinds.filter((kind) => kind !== 'AppImage')

const feed = 'https://updates.countersign.invalid/stable/'
let output: string
let tools: NodeJS.ProcessEnv
/** Each package's content, as it lies on a machine after the installation. */
const trees = { deb: '', rpm: '', AppImage: '' }

beforeAll(async () => {
  tools = distributionTools()
  output = await packStandIn(['--feed', feed, '--linux', ...kinds, '-c.compression=store'], tools)
  for (const kind of kinds) {
    trees[kind] = join(output, `content-${kind}`)
    mkdirSync(trees[kind])
    takeApart[kind]()
  }
}, packingLimit)

const takeApart = {
  deb: () => ask('dpkg-deb', ['-x', fileIn(output, '.deb'), trees.deb]),
  rpm: () => {
    ask('rpmbuild', ['--version'])
    return ask('sh', ['-c', `rpm2archive -n - < '${fileIn(output, '.rpm')}' | tar -x -C '${trees.rpm}'`])
  },
  AppImage: () => {
    const from = ['-o', String(runtimeLength), fileIn(output, '.AppImage')]
    return ask('unsquashfs', ['-q', '-n', '-f', '-d', trees.AppImage, ...from])
  },
}

afterAll(() => {
  rmSync(output, { recursive: true, force: true })
  rmSync(tools['APPIMAGE_TOOLS_PATH'] ?? '', { recursive: true, force: true })
})

const application = (kind: keyof typeof trees): string =>
  kind === 'AppImage' ? trees.AppImage : join(trees[kind], 'opt/Countersign')
const applications = (kind: keyof typeof trees): string =>
  kind === 'AppImage' ? trees.AppImage : join(trees[kind], 'usr/share/applications')

describe.each(kinds)('the %s', (kind) => {
  test('holds the window, the engine with its launcher, licences and the bill of materials', () => {
    const folder = application(kind)
    for (const name of [
      'countersign-desktop',
      'resources/engine/bin/countersign',
      'resources/engine/bin/countersign-askpass',
      'resources/engine/node_modules/node/bin/node',
    ])
      expect([name, statSync(join(folder, name)).mode & 0o111]).toEqual([name, 0o111])
    for (const name of [
      'app.asar',
      'engine/out/main/cli.js',
      'engine/out/renderer/index.html',
      'THIRD-PARTY-LICENSES.txt',
      'sbom.cdx.json',
    ])
      expect(existsSync(join(folder, 'resources', name)), name).toBe(true)
  })

  test('has a desktop entry without a complaint, which starts what is there and takes our links', () => {
    const file = fileIn(applications(kind), '.desktop')
    expect(ask('desktop-file-validate', [file])).toEqual({ code: 0, text: '' })
    const entry = Object.fromEntries(
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    ) as Record<string, string>
    const started = (entry['Exec'] ?? '').split(' ')[0] ?? ''
    expect(existsSync(kind === 'AppImage' ? join(trees.AppImage, started) : join(trees[kind], started))).toBe(
      true,
    )
    expect(entry).toMatchObject({
      MimeType: 'x-scheme-handler/countersign;',
      StartupWMClass: 'dev.countersign.app',
    })
    expect(entry['Exec']).toMatch(/ %U$/)
    expect(entry['Exec']).not.toContain('no-sandbox')
    const icons = readdirSync(join(trees[kind], 'usr/share/icons/hicolor'), {
      recursive: true,
      encoding: 'utf8',
    })
    expect(icons).toContain(`128x128/apps/${entry['Icon'] ?? ''}.png`)
  })

  test('looks for updates at the address that it was made with', () => {
    // The one folder is packed for each kind; what one adds, the later ones hold as well.
    const file = join(application(kind), 'resources/app-update.yml')
    expect(readFileSync(file, 'utf8')).toContain(`url: ${feed}`)
  })
})

describe.each(installed)('what the %s says of itself', (kind) => {
  test('asks for the sandbox and for the way to single hosts', () => {
    const { text } =
      kind === 'deb'
        ? ask('dpkg-deb', ['-f', fileIn(output, '.deb'), 'Depends'])
        : ask('rpm', ['-qp', '--requires', fileIn(output, '.rpm')])
    const names = text.split(/[,\n]/).map((name) => name.trim())
    expect(names).toEqual(expect.arrayContaining(['bubblewrap', 'socat', 'xdg-utils']))
  })

  test('has software centres know it, by the version it has', () => {
    const file = join(trees[kind], 'usr/share/metainfo/dev.countersign.app.metainfo.xml')
    expect(ask('appstreamcli', ['validate', '--no-net', file])).toMatchObject({ code: 0 })
    const text = readFileSync(file, 'utf8')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(/<release version="([^"]+)"/.exec(text)?.[1]).toBe(version)
    for (const [, name = ''] of text.matchAll(/<binary>([^<]+)</g))
      expect([
        name,
        existsSync(join(trees[kind], 'usr/bin', name)) || existsSync(join(application(kind), name)),
      ]).toEqual([name, true])
    for (const [, name = ''] of text.matchAll(/desktop-id">([^<]+)</g))
      expect(existsSync(join(applications(kind), name))).toBe(true)
  })

  test('links a program that is there, by scripts that a shell reads', () => {
    const scripts =
      kind === 'deb'
        ? ['postinst', 'postrm'].map((name) => ask('dpkg-deb', ['-I', fileIn(output, '.deb'), name]).text)
        : [ask('rpm', ['-qp', '--scripts', fileIn(output, '.rpm')]).text]
    for (const text of scripts) {
      expect(text).toContain('/opt/Countersign/countersign-desktop')
      if (kind === 'deb') expect(ask('bash', ['-n', '-c', text])).toEqual({ code: 0, text: '' })
    }
  })
})

/*
 * What lintian says of every application below /opt with a runtime of its own, and what only the stand-in for fpm leaves out. Anything
 * else is ours.
 */
const known = [
  ['dir-or-file-in-opt', 'the place for what no distribution made'],
  ['no-changelog', 'fpm writes one'],
  ['no-manual-page', '--help says it'],
  ['script-not-executable', 'of packages from npm'],
  ['executable-not-elf-or-script', 'of packages from npm'],
  ['missing-dep-for-interpreter', 'of packages from npm: commands that nothing starts'],
  ['package-contains-eslint-config-file', 'of packages from npm'],
  ['jar-not-in-usr-share', 'of the sandbox runtime'],
  ['embedded-javascript-library', 'the window brings its libraries'],
  ['embedded-library', 'Node brings its libraries'],
  ['statically-linked-binary', 'the program that sets a filter before a command must load nothing'],
  ['unstripped-binary-or-object', 'as their makers signed them'],
  ['hardening-no-pie', 'as their makers built them'],
  ['shared-library-is-executable', 'as npm installs it'],
  ['maintainer-script-ignores-errors', "the builder's own scripts"],
  ['command-with-path-in-maintainer-script', "the builder's own scripts"],
  ['postrm-removes-alternative', "the builder's own scripts"],
] as const

if (onlyInFull('lintian'))
  test('lintian has nothing to say of the deb that is not known', { timeout: packingLimit }, () => {
    const { text } = ask('lintian', [
      '--allow-root',
      '--tag-display-limit',
      '0',
      '--suppress-tags',
      'dir-or-file-in-opt',
      fileIn(output, '.deb'),
    ])
    const told = [...text.matchAll(/^[EW]: countersign: (\S+)(.*)$/gm)]
    expect(told.length).toBeGreaterThan(0)
    const names = new Set<string>(known.map(([name]) => name))
    expect(told.filter(([, name = '']) => !names.has(name)).map(([line]) => line)).toEqual([])
  })

test(`is made for this processor alone (${arch})`, async () => {
  const other = arch === 'x64' ? Arch.arm64 : Arch.x64
  const order = { appOutDir: output, arch: other, electronPlatformName: 'linux' }
  // That the builder asks it for every package is seen by what it lays into them.
  await expect(afterPack(order as Parameters<typeof afterPack>[0])).rejects.toThrow(
    /cannot make the package for linux (arm64|x64)/,
  )
})

test('a feed that is not reached by https makes no package', async () => {
  await expect(packStandIn(['--dir', '--feed', 'http://updates.countersign.invalid'])).rejects.toThrow(
    /expected an address with https/,
  )
})
