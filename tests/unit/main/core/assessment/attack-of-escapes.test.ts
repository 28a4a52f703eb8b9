import { afterAll, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

// What a line prints or spells by escapes, where the shell has other letters than a reader of them.

const decisions = firstDecisions()
afterAll(decisions.remove)

const bash = (line: string) => ({ argv: ['bash', '-c', line] })

test.each([
  String.raw`rm -rf $'\x{2f}etc'`,
  String.raw`r$'\x{6d}' -rf ~`,
  String.raw`cat $'/root/.ssh/id_rsa\0.txt'`,
  String.raw`rm -rf $'.\0/build'`,
  String.raw`rm -rf $'/\u0000build'`,
  String.raw`rm -rf $(printf '%c' /)`,
  String.raw`rm -rf $(printf '%.4s' /etcbuild)`,
  String.raw`cat $(printf '%s' /etc/shadow | cut -c 1-11)`,
  String.raw`printf -v x '%c' /; rm -rf $x`,
  String.raw`rm -rf $(printf '/et\0c')`,
  String.raw`rm -rf $(printf '%b' '/etc\cbuild')`,
  String.raw`rm -rf $(echo -e '/etc\c/build')`,
  String.raw`rm -rf $(echo /exxtc | tr -d x)`,
  String.raw`echo bHM= | base64 -d evil | sh`,
  String.raw`echo 6c73 | xxd -r -p evil | sh`,
  String.raw`echo sl | rev evil | sh`,
  String.raw`git $'\x{70}ush' --force`,
  // What a word is said to be is what the shell makes of it.
  'x=/workz; rm -rf ${x/%workz/etc}',
  'x=etc; rm -rf ${x/etc//&}',
  'declare -l x=/ETC; rm -rf $x',
  'declare -l p=RM; $p -rf ~',
  'f() { local x=build; }; x=/etc; f; rm -rf $x',
  'f() { local x=build; }; f; rm -rf /$x',
  'local x=build; rm -rf /$x',
  'false && x=build; rm -rf "/$x"',
  'while false; do x=build; done; rm -rf "/$x"',
  'x[1]=build; rm -rf /$x',
  'x=(build /etc); x=dist; rm -rf "${x[@]}"',
  'for d in / tmp; do rm -rf "$(echo "$d")"; done',
  'a=(x /etc); if true; then a+=(y); fi; rm -rf "${a[@]}"',
  'x[1]=/etc; read x y <<< "r1 r2"; rm -rf "${x[@]}"',
  'x=(a /etc); for x in b; do :; done; rm -rf "${x[@]}"',
  'x=(a /etc); printf -v x b; rm -rf "${x[@]}"',
  'x=(a /etc); declare x=b; rm -rf "${x[@]}"',
  'x=(a /etc); ((x = 1)); rm -rf "${x[@]}"',
])('%s is asked about', async (line) => {
  expect(await decisions.decide(bash(line), 'on-request', 'danger-full-access')).toBe('ask')
})

test('what other shells print of an option of echo is not known', async () => {
  const lastOf = async (shell: string) => {
    const { judged } = await decisions.assess({ argv: [shell, '-c', 'rm -r $(echo -e build)'] })
    return judged.commands.find(({ program }) => program === 'rm')?.words.at(-1)?.known
  }
  expect([await lastOf('bash'), await lastOf('sh'), await lastOf('dash')]).toEqual([true, false, false])
})

test('letters by their bytes are letters, and a name of other bytes is not known', async () => {
  const wordsOf = async (line: string) =>
    (await decisions.assess(bash(line))).judged.commands.find(({ program }) => program === 'rm')?.words.at(-1)
  expect(await wordsOf(String.raw`rm -rf $'/etc/\xc3\x84'`)).toMatchObject({ text: '/etc/Ä', known: true })
  expect(await wordsOf(String.raw`rm -rf $'/etc/\303'$'\204'`)).toMatchObject({ known: false })
})

test.each([
  String.raw`printf '%s\n' a b > list.txt`,
  String.raw`printf '%5.2f\n' 3.14`,
  String.raw`echo -e "a\tb\n"`,
  String.raw`echo $'\u2713 done\n'`,
  String.raw`printf 'a\0b\0' | xargs -0 echo`,
])('%s is everyday', async (line) => {
  const { floor } = await decisions.assess(bash(line))
  expect(floor.level).toBe('low')
})
