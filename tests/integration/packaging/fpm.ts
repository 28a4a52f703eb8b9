// Stands in for fpm, which is on no registry that tests may reach: makes the .deb or .rpm that electron-builder orders, from the same
// arguments, with the distribution's own tools. What fpm adds by itself (a changelog) is not there.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const flags = new Set(['--force'])
const given: Record<string, string[]> = {}
const content: string[] = []
const args = process.argv.slice(2)
for (let at = 0; at < args.length; at += 1) {
  const arg = args[at] ?? ''
  if (flags.has(arg)) continue
  if (!arg.startsWith('-')) {
    content.push(arg)
    continue
  }
  at += 1
  given[arg] = [...(given[arg] ?? []), args[at] ?? '']
}
const one = (name: string): string => given[name]?.at(-1) ?? ''

const stage = mkdtempSync(join(tmpdir(), 'countersign-fpm-'))
try {
  const tree = join(stage, 'tree')
  mkdirSync(tree)
  for (const each of content) {
    const [from = '', to = ''] = each.split('=')
    mkdirSync(dirname(join(tree, to)), { recursive: true })
    cpSync(from, join(tree, to), { recursive: true, verbatimSymlinks: true })
    // Icons and desktop entries are written by whoever builds; fpm gives files to everyone to read, too.
    if (statSync(from).isFile()) chmodSync(join(tree, to), statSync(from).mode & 0o111 ? 0o755 : 0o644)
  }
  execFileSync('find', [tree, '-type', 'd', '-exec', 'chmod', '755', '{}', '+'])
  execFileSync('find', [tree, '-type', 'f', '-exec', 'chmod', 'go+r,go-w', '{}', '+'])
  if (one('-t') === 'deb') makeDeb(tree)
  else makeRpm(tree)
} finally {
  rmSync(stage, { recursive: true, force: true })
}

function makeDeb(tree: string): void {
  const debian = join(tree, 'DEBIAN')
  const size = execFileSync('du', ['-ks', tree], { encoding: 'utf8' }).split('\t')[0] ?? '0'
  mkdirSync(debian)
  const description = one('--description')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const fields: [string, string][] = [
    ['Package', one('--name')],
    ['Version', one('--version')],
    ['Section', one('--category') || 'default'],
    ['Priority', one('--deb-priority')],
    ['Architecture', one('--architecture')],
    ['Depends', (given['-d'] ?? []).join(', ')],
    ['Recommends', (given['--deb-recommends'] ?? []).join(', ')],
    ['Installed-Size', size],
    ['Maintainer', one('--maintainer')],
    ['Homepage', one('--url')],
    ['Description', [description[0] ?? '', ...description.slice(1).map((line) => ` ${line}`)].join('\n')],
  ]
  writeFileSync(
    join(debian, 'control'),
    `${fields
      .filter(([, value]) => value !== '')
      .map(([key, value]) => `${key}: ${value}`)
      .join('\n')}\n`,
  )
  for (const [flag, name] of [
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ]) {
    const file = join(debian, name ?? '')
    writeFileSync(file, readFileSync(one(flag ?? '')))
    chmodSync(file, 0o755)
  }
  const sums = execFileSync(
    'sh',
    ['-c', `find . -type f ! -path './DEBIAN/*' -printf '%P\\0' | sort -z | xargs -0 md5sum`],
    { cwd: tree, encoding: 'utf8', maxBuffer: 1e8 },
  )
  writeFileSync(join(debian, 'md5sums'), sums)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, one('--package')])
}

function makeRpm(tree: string): void {
  const spec = join(stage, 'x.spec')
  const script = (flag: string): string => readFileSync(one(flag), 'utf8').replaceAll('%', '%%')
  const tops = execFileSync('ls', [tree], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '')
  const files = tops.flatMap((top) =>
    execFileSync('find', [join(tree, top), '-type', 'f'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n'),
  )
  writeFileSync(
    spec,
    `Name: ${one('--name')}
Version: ${one('--version')}
Release: 1
Summary: ${one('--rpm-summary')}
License: ${one('--license')}
Vendor: ${one('--vendor')}
URL: ${one('--url')}
${(given['-d'] ?? []).map((each) => `Requires: ${each}`).join('\n')}
AutoReqProv: no
%global __os_install_post %{nil}
%global debug_package %{nil}
%define _build_id_links none
%define _binary_payload w0.ufdio
%description
${one('--description')}
%install
cp -a ${tree}/. %{buildroot}/
%post
${script('--after-install')}
%postun
${script('--after-remove')}
%files
%defattr(-,root,root,-)
${files
  .filter((file) => file !== '')
  .map((file) => `"${file.slice(tree.length)}"`)
  .join('\n')}
`,
  )
  execFileSync(
    'rpmbuild',
    [
      '-bb',
      '--target',
      one('--architecture'),
      '--define',
      `_topdir ${join(stage, 'rpm')}`,
      '--define',
      `_rpmdir ${join(stage, 'out')}`,
      spec,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const made = execFileSync('find', [join(stage, 'out'), '-name', '*.rpm'], { encoding: 'utf8' }).trim()
  renameSync(made, join(stage, 'made.rpm'))
  cpSync(join(stage, 'made.rpm'), one('--package'))
}
