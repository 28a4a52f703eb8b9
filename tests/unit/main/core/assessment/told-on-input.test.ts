import { effectInWords } from '@shared/messages/effect'
import { afterAll, describe, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

// What a program is told on its input is what it does, however the text gets there; and what runs inside a container or elsewhere is
// said to be nothing that happens on this machine.

const decisions = firstDecisions()
afterAll(decisions.remove)

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Ways by which a text gets to a program's input; the file of that text is `told.txt`. */
const ways: readonly (readonly [name: string, line: (program: string, text: string) => string])[] = [
  ['echo', (program, text) => `echo ${quoted(text)} | ${program}`],
  ['printf', (program, text) => `printf '%s\\n' ${quoted(text)} | ${program}`],
  ['a document', (program, text) => `{ ${program}; } <<'EOF'\n${text}\nEOF`],
  ['a word', (program, text) => `${program} <<< ${quoted(text)}`],
  ['a document by cat', (program, text) => `cat <<'EOF' | ${program}\n${text}\nEOF`],
  ['a file', (program) => `${program} < told.txt`],
  ['a file by cat', (program) => `cat told.txt | ${program}`],
  ['a substitution', (program, text) => `${program} < <(echo ${quoted(text)})`],
  ['a group', (program, text) => `{ echo ${quoted(text)}; } | ${program}`],
  ['a variable', (program, text) => `x=${quoted(text)}; echo "$x" | ${program}`],
]

/** Programs by what they are told. */
const told: readonly (readonly [program: string, text: string])[] = [
  ['ed x', 'w /etc/passwd'],
  ['ed x', 'r /etc/shadow'],
  ['ex x', 'w! /etc/passwd'],
  ['vim -es x', 'w! /etc/passwd'],
  ['gdb', 'shell rm -rf /etc'],
  ['gdb -batch -x -', 'shell rm -rf /etc'],
  ['lldb', 'platform shell rm -rf /etc'],
  ['ghci', ':! rm -rf /etc'],
  ['gnuplot', 'set output "/etc/passwd"'],
  ['octave', 'delete("/etc/passwd")'],
  ['pwsh -c -', 'Remove-Item -Recurse /etc'],
  ['pwsh -File -', 'Remove-Item -Recurse /etc'],
  ['ftp h', 'get x /etc/passwd'],
  ['sftp -b - h', '!rm -rf /etc'],
  ['lftp', '!rm -rf /etc'],
  ['make -f -', 'all:\n\trm -rf /etc'],
  ['psql', 'drop database prod'],
  ['mysql', 'drop database prod'],
  ['patch -p1', '--- a/.git/hooks/pre-commit\n+++ b/.git/hooks/pre-commit\n@@ -0,0 +1 @@\n+x'],
  ['patch', '--- /dev/null\n+++ .envrc\n@@ -0,0 +1 @@\n+x'],
]

/** These were read by every way before; each goes by one of them here. */
const others: readonly (readonly [program: string, text: string])[] = [
  ['python3', 'import os; os.remove("/etc/passwd")'],
  ['node -', 'require("fs").writeFileSync("/etc/passwd","")'],
  ['perl', 'unlink "/etc/passwd"'],
  ['ruby', 'File.delete("/etc/passwd")'],
  ['sqlite3 x.db', '.output /etc/passwd'],
  ['sqlite3 x.db', "select writefile('/etc/passwd','x');"],
  ['sed -f - x', 'w /etc/passwd'],
  ['awk -f - x', 'BEGIN{print > "/etc/passwd"}'],
  ['curl -K - http://x', 'output=/etc/passwd'],
  ['dc', '!rm -rf /etc'],
  ['R --no-save', 'unlink("/etc",recursive=TRUE)'],
  ['tclsh', 'file delete -force /etc'],
  ['bash -s', 'rm -rf /etc'],
  ['ssh h', 'rm -rf /etc'],
  ['docker exec -i c sh', 'rm -rf /etc'],
  ['xargs -I{} rm -rf {}', '/etc'],
  ['tar -T - -cf x.tar', '/etc/shadow'],
  ['at now', 'rm -rf /etc'],
  ['redis-cli', 'flushall'],
  ['git update-ref --stdin', 'delete refs/heads/main'],
]
const setup = (text: string) => ({ x: '1\n', 'x.db': '', 'told.txt': `${text}\n` })
const decide = (line: string, text = '') =>
  decisions.decide({ argv: ['bash', '-c', line], setup: setup(text) }, 'on-request', 'danger-full-access')

test.each(
  told.flatMap(([program, text]) =>
    ways.map(([way, line]) => ({ program, text, way, line: line(program, text) })),
  ),
)('$program that is told “$text” by $way is asked about', async ({ line, text }) => {
  expect(await decide(line, text)).toBe('ask')
})

// What a file or a process holds is read for these, too; here each text is in the line.
const inLine = ways.filter(([way]) => !way.startsWith('a file') && way !== 'a substitution')
test.each(
  others.map(([program, text], at) => {
    const [way, line] = inLine[at % inLine.length] ?? ways[0] ?? ['', () => '']
    return { program, text, way, line: line(program, text) }
  }),
)('$program that is told “$text” by $way is asked about', async ({ line, text }) => {
  expect(await decide(line, text)).toBe('ask')
})

test.each([
  'sftp -b told.txt h',
  'lftp -f told.txt',
  'gdb -batch -x told.txt x',
  'gdb --command=told.txt x',
  'lldb -s told.txt',
])('%s is told by a file, and asked about', async (line) => {
  expect(await decide(line, line.includes('db') ? 'shell rm -rf /etc' : '!rm -rf /etc')).toBe('ask')
})

test.each(['patch -p1 -i told.txt', 'patch -p1 --input=told.txt', 'patch -Np1 -itold.txt'])(
  '%s names what it changes',
  async (line) => {
    const [, text = ''] = told.find(([program]) => program === 'patch -p1') ?? []
    expect(await decide(line, text)).toBe('ask')
  },
)

test.each([
  ["echo '1,3p' | ed -s x", ''],
  ["printf '%s\\n' ',p' q | ed -s x", ''],
  ["echo 'bt' | gdb -batch x core", ''],
  ['echo \'plot "x"\' | gnuplot', ''],
  ["echo 'select 1' | psql", ''],
  ["printf 'ls\\nget a b\\n' | sftp -b - h", ''],
  ['patch -p1 < told.txt', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2'],
  ['make -f - < told.txt', 'all:\n\techo x'],
  ['docker compose exec web sh -c "npm test"', ''],
  ['docker run --rm -v "$PWD:/w" x sh -c "cd /w && npm run build"', ''],
  ['kubectl exec -it p -- sh -c "ls /etc"', ''],
])('%s runs', async (line, text) => {
  expect(await decide(line, text)).toBe('run')
})

describe('a file behind several programs that start each other', () => {
  const behind = ['timeout 5', 'env A=b nice', 'timeout 5 env A=b nice', 'sudo env A=b timeout 5 nice']
  test.each(
    behind.flatMap((starters) => [
      [`${starters} bash told.txt`, 'rm -rf /etc'],
      [`${starters} gdb -batch -x told.txt x`, 'shell rm -rf /etc'],
      [`${starters} sed -f told.txt x`, 'w /etc/passwd'],
    ]),
  )('%s is read', async (line, text = '') => {
    const { facts, floor } = await decisions.assess({ argv: ['bash', '-c', line], setup: setup(text) })
    expect(JSON.stringify(facts.rows)).toContain('"/etc')
    expect(floor.level).toBe('high')
  })

  test.each([
    'timeout 5 env A=b bash told.txt > told.txt',
    'find . -fprint told.txt -exec env A=b bash told.txt ";"',
    'cp x told.txt; timeout 5 env A=b bash told.txt',
  ])('%s: what starts it may have written it', async (line) => {
    const { floor } = await decisions.assess({ argv: ['bash', '-c', line], setup: setup('ls') })
    expect(JSON.stringify(floor)).toContain('unread')
    const left = await decisions.assess({
      argv: ['bash', '-c', 'env A=b nice bash told.txt'],
      setup: setup('ls'),
    })
    expect(JSON.stringify(left.floor)).not.toContain('unread')
  })
})

describe('what runs elsewhere', () => {
  const assess = async (line: string) => {
    const { facts, floor } = await decisions.assess({ argv: ['bash', '-c', line], setup: setup('') })
    return { effect: effectInWords(facts.effect), paths: JSON.stringify(facts.rows), floor }
  }

  test.each([
    ['docker exec -it c sh -c "rm -rf /etc"', 'Deletes something in the container c'],
    ['docker compose exec web bash -lc "rm -rf /etc"', 'Deletes something in the container web'],
    ['kubectl exec -it p -- sh -c "rm -rf /etc"', 'Deletes something in the container p'],
    ['kubectl exec -it -n x -c app p -- sh -c "rm -rf /etc"', 'Deletes something in the container p'],
    ['lxc exec c -- rm -rf /etc', 'Deletes something in the container c'],
    ['multipass exec v -- sh -c "rm -rf /etc"', 'Deletes something in the container v'],
    ['docker run --rm x sh -c "rm -rf /etc"', 'Builds, starts, stops'],
    ['docker-compose run web bash -c "rm -rf /etc"', 'Builds, starts, stops'],
    ['docker run -e CLEAN="rm -rf /etc" x', 'Builds, starts, stops'],
    ['podman run --health-cmd "rm -rf /etc" x', 'Builds, starts, stops'],
    ['crictl exec c rm -rf /etc', 'Deletes something in the container c'],
    ['nomad alloc exec x sh -c "rm -rf /etc"', 'Deletes something in the container x'],
    ['ssh h sh -c "rm -rf /etc"', 'Runs sh on h'],
    ['vagrant ssh -c "rm -rf /etc"', 'vagrant'],
    ['gcloud compute ssh vm --command "rm -rf /etc"', 'runs rm on vm'],
    ['adb shell rm -rf /etc', 'Runs rm on adb'],
    ['heroku run sh -c "rm -rf /etc"', 'heroku'],
    ['flyctl ssh console -C "rm -rf /etc"', 'flyctl'],
  ])('%s is said to touch nothing here', async (line, effect) => {
    const found = await assess(line)
    expect(found.effect).toContain(effect)
    expect(`${found.effect} ${found.paths}`).not.toMatch(/files \(|"path":"\/etc|delete [a-z]* \/etc/)
  })

  test.each([
    'docker run -v /:/h x sh -c "rm -rf /h/etc"',
    'docker --config "rm -rf x" exec c ls; rm -rf /etc',
    'ssh -o ProxyCommand="rm -rf /etc" h sh -c ls',
    'docker exec c sh -c "ls" $(rm -rf /etc)',
    'docker exec c sh -c ls > /etc/passwd',
  ])('%s still is what it does here', async (line) => {
    expect(await decide(line)).toBe('ask')
  })
})
