import { afterAll, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

const decisions = firstDecisions()
afterAll(decisions.remove)

const setup = {
  'evil.js': 'require("fs").rmSync("/home/dev/x", { recursive: true })\n',
  'plain.js': '1\n',
  'evil.lua': 'os.execute("rm -rf /home/dev/x")\n',
  'evil.cmake': 'execute_process(COMMAND rm -rf /home/dev/x RESULT_VARIABLE r)\n',
  'remove.cmake': 'file(REMOVE_RECURSE\n  /home/dev/x)\n',
  'ok.cmake': 'message(STATUS x)\n',
  'ev/.envrc': 'rm -rf /home/dev/x\n',
  '.envrc': 'export A=1\n',
}

const judged = async (line: string) => {
  const call = { argv: ['bash', '-c', line], setup }
  const { floor, facts } = await decisions.assess(call)
  return {
    level: floor.level,
    complete: facts.complete,
    rules: floor.reasons.map(({ rule }) => rule),
    open: await decisions.decide(call, 'on-request', 'danger-full-access'),
  }
}

test.each([
  'NODE_OPTIONS=--require=./evil.js npm ls',
  'NODE_OPTIONS="--no-warnings -r ./evil.js" npx tsc --noEmit',
  'NODE_OPTIONS="--import ./evil.js" tsc --noEmit',
  'NODE_OPTIONS=--experimental-loader=./evil.js npm ls',
  'NODE_OPTIONS="$NODE_OPTIONS -r ./evil.js" npm ls',
  'NODE_OPTIONS=--require=./evil.js node -e 1',
  'export NODE_OPTIONS=--require=./evil.js; npm ls',
  'export "NODE_OPTIONS=--require=./evil.js"; npm ls',
  'env NODE_OPTIONS=--require=./evil.js yarn list',
  'npm_config_node_options=--require=./evil.js npm ls',
  'NPM_CONFIG_NODE_OPTIONS=--require=./evil.js npm ls',
  'npm ls --node-options=--require=./evil.js',
  'NPM_CONFIG_SCRIPT_SHELL=./x npm test',
  'RUSTC=./x cargo check',
  'RUSTC_WORKSPACE_WRAPPER=./x cargo check',
  'CARGO_BUILD_RUSTC_WRAPPER=./x cargo build',
  'CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER=./x cargo build',
  `LUA_INIT='os.execute("rm -rf /home/dev/x")' lua -v`,
  'LUA_INIT=@evil.lua lua -v',
  "MAKEFLAGS='--eval=$(shell rm -rf /home/dev/x)' make -n",
  "export MAKEFLAGS='--eval=$(shell rm -rf /home/dev/x)'; make -n",
  'cmake -P evil.cmake',
  'cmake -DX=1 -P remove.cmake',
  'direnv exec ev ls',
  `rename 'unlink "/home/dev/.bashrc"' nosuch`,
  "rename 's/a/@{[qx(rm -rf /home/dev/x)]}/' nosuch",
  `rename -e 'unlink "/home/dev/.bashrc"' nosuch`,
])('%s runs what stands in a file or in a variable: high, asked', async (line) => {
  expect(await judged(line)).toMatchObject({ level: 'high', open: 'ask' })
})

test.each([
  'NODE_OPTIONS=--require=pkg npm ls',
  'NODE_OPTIONS=--require=./plain.js npm ls',
  'NODE_PATH=. npm ls',
  'PYTHONPATH=. pip list',
  'export PYTHONPATH=.; pip list',
  'PIP_CONFIG_FILE=x pip list',
  'GOROOT=./x go version',
  'GOTOOLCHAIN=go1.99.1 go version',
  'GOFLAGS=-toolexec=./x go vet ./...',
  'RUSTFLAGS=-Clinker=./x cargo fmt --check',
  'RUSTUP_TOOLCHAIN=./x cargo --version',
  'npm_config_userconfig=./x npm ls',
  'YARN_YARN_PATH=./x yarn list',
  'CC=./x go vet ./...',
  'PHPRC=. php -v',
  'JAVA_TOOL_OPTIONS=-javaagent:x.jar mvn -v',
  'rsync --daemon',
  'cmake -P missing.cmake',
  'cmake -P ok.cmake',
  'direnv exec missing ls',
  `rename 'if (/a/) { $_ = 1 }' nosuch`,
])('%s loads what was not looked at: no longer low', async (line) => {
  expect(await judged(line)).toMatchObject({ level: 'medium', open: 'run' })
})

test('what a daemon of rsync is set to run stands in its settings', async () => {
  const found = await judged('rsync --daemon --config=./x')
  expect(found.rules).toContain('unknown.settings')
  expect(found).toMatchObject({ level: 'medium', open: 'ask' })
})

test.each([
  ['NODE_OPTIONS=--max-old-space-size=4096 npm ls', 'low'],
  ["NODE_OPTIONS='--max-old-space-size=4096 --no-warnings' npm ls", 'low'],
  ['NODE_OPTIONS="$NODE_OPTIONS --no-warnings" npm ls', 'low'],
  ['NODE_OPTIONS=--openssl-legacy-provider npm ls', 'low'],
  ['NODE_OPTIONS=--experimental-vm-modules npx jest', 'medium'],
  ['NODE_ENV=test npm ls', 'low'],
  ['npm_config_loglevel=error npm ls', 'low'],
  ['npm test', 'medium'],
  ['RUSTC_WRAPPER=sccache cargo build', 'medium'],
  ["RUSTFLAGS='-D warnings' cargo fmt --check", 'low'],
  ['RUSTUP_TOOLCHAIN=nightly cargo fmt --check', 'low'],
  ['GOFLAGS=-mod=mod go vet ./...', 'low'],
  ['GOTOOLCHAIN=local go version', 'low'],
  ['CGO_ENABLED=0 go vet ./...', 'low'],
  ['CC=clang go vet ./...', 'low'],
  ['JAVA_TOOL_OPTIONS=-Xmx2g mvn -v', 'low'],
  ['PYTHONPATH=. pytest', 'medium'],
  ['PYTHONPATH=. ls', 'low'],
  ['MAKEFLAGS=-j4 make -n', 'low'],
  ['cmake -B build', 'medium'],
  ['direnv exec . ls', 'low'],
  ["rename 's/a/b/' nosuch", 'low'],
  ["rename -n 'y/A-Z/a-z/' nosuch", 'low'],
  ['rename a b nosuch', 'low'],
  ['rsync -a a b', 'medium'],
])('%s stays %s, and runs', async (line, level) => {
  expect(await judged(line)).toMatchObject({ level, open: 'run' })
})
