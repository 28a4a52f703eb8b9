import { describe, expect, test } from 'vitest'
import { bashParser } from '../../../../fakes/bash-parser'
import { recognisePatch } from '../../../../../src/main/core/patch/recognise-patch'

const parser = bashParser()
const body = '*** Begin Patch\n*** Add File: a\n+$(id) `id` "q"\n*** End Patch\n'
const plain = '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n'
const here = (text: string, word = "'EOF'", end = 'EOF'): string => `apply_patch <<${word}\n${text}${end}\n`
const script = (text: string, shell = 'bash', flag = '-lc'): string[] => [shell, flag, text]
const patch = (text: string, folder?: string) => ({ kind: 'patch', body: text, folder })

describe('what is a patch', () => {
  test.each<[string, string[], unknown]>([
    ['apply_patch with its body', ['apply_patch', body], patch(body)],
    ['applypatch with its body', ['applypatch', body], patch(body)],
    [
      'any body, since the patch parser says what is wrong with it',
      ['apply_patch', 'nonsense'],
      patch('nonsense'),
    ],
    ['a quoted here-document', script(here(body)), patch(body)],
    ['a doubly quoted here-document', script(here(body, '"EOF"')), patch(body)],
    ['an escaped here-document', script(here(body, '\\EOF')), patch(body)],
    ['an unquoted here-document with nothing to expand', script(here(plain, 'EOF')), patch(plain)],
    ['a here-document without a last newline', script(here(body).trimEnd()), patch(body)],
    ['the other spelling in a shell', script(here(body).replace('apply_patch', 'applypatch')), patch(body)],
    ['a word with a space as the end', script(here(body, "'E F'", 'E F')), patch(body)],
    ['a body with a line that begins like its end', script(here(`${body}EOF2\n`)), patch(`${body}EOF2\n`)],
    ['cd before it', script(`cd a/b && ${here(body)}`), patch(body, 'a/b')],
    ['cd to a quoted path', script(`cd 'a b' && ${here(body)}`), patch(body, 'a b')],
    ['sh -c', script(here(body), 'sh', '-c'), patch(body)],
    ['an empty here-document', script(here('')), patch('')],
    ['a body of several megabytes', script(here('+x\n'.repeat(2_000_000))), patch('+x\n'.repeat(2_000_000))],
  ])('%s', async (_, command, expected) => {
    expect(await recognisePatch(command, parser)).toEqual(expected)
  })
})

describe('what is an ordinary command', () => {
  test.each<[string, string[]]>([
    ['another program', ['ls', body]],
    ['an argument too many', ['apply_patch', body, 'x']],
    ['no argument', ['apply_patch']],
    ['a program with a path', ['./apply_patch', body]],
    ['a command after it', script(`${here(body)}rm -rf x\n`)],
    ['a command before it', script(`echo x; ${here(body)}`)],
    ['a command after &&', script(here(body).replace("'EOF'", "'EOF' && rm x"))],
    ['a pipe', script(here(body).replace("'EOF'", "'EOF' | sh"))],
    ['a semicolon', script(here(body).replace("'EOF'", "'EOF'; rm x"))],
    ['or', script(`false || ${here(body)}`)],
    ['a pipe into it', script(`echo x | ${here(body)}`)],
    ['the background', script(here(body).replace("'EOF'", "'EOF' &"))],
    ['a redirection', script(here(body).replace("'EOF'", "'EOF' > out"))],
    ['a redirection before it', script(`>out ${here(body)}`)],
    ['two here-documents', script(here(body).replace("'EOF'", "'EOF' <<'B'"))],
    ['an argument', script(here(body).replace('apply_patch', 'apply_patch -v'))],
    ['an argument after the here-document', script(here(body).replace("'EOF'", "'EOF' x"))],
    ['an assignment', script(`PATH=. ${here(body)}`)],
    ['a negation', script(`! ${here(body)}`)],
    ['a subshell', script(`(${here(body)})`)],
    ['a variable as the program', script(here(body).replace('apply_patch', '$X'))],
    ['a substitution as the program', script(here(body).replace('apply_patch', '$(echo apply_patch)'))],
    ['an unquoted here-document that the shell would expand', script(here(body, 'EOF'))],
    ['a here-document whose tabs are stripped', script(here(body, "-'EOF'"))],
    ['a here-document that never ends', script(`apply_patch <<'EOF'\n${body}`)],
    ['a here-string', script("apply_patch <<<'x'\n")],
    ['two cds', script(`cd a && cd b && ${here(body)}`)],
    ['cd with two paths', script(`cd a b && ${here(body)}`)],
    ['cd with an option', script(`cd -P && ${here(body)}`)],
    ['cd to the last folder', script(`cd - && ${here(body)}`)],
    ['cd to a home', script(`cd ~/x && ${here(body)}`)],
    ['cd to a pattern', script(`cd a* && ${here(body)}`)],
    ['cd to a variable', script(`cd $HOME && ${here(body)}`)],
    ['cd to a substitution', script(`cd "$(pwd)" && ${here(body)}`)],
    ['cd after it', script(here(body).replace("'EOF'", "'EOF' && cd a"))],
    ['cd with a semicolon', script(`cd a; ${here(body)}`)],
    ['another command before it', script(`mkdir a && ${here(body)}`)],
    ['a longer shell call', ['bash', '-lc', here(body), 'x']],
    ['an end that is not alone on its line', script(here(body, "'EOF'", 'EOF x'))],
    ['a script that does not parse', script(`if ${here(body)}`)],
    ['text that mentions it', script(`echo "apply_patch <<'EOF'\n${body}EOF\n"`)],
  ])('%s', async (_, command) => {
    expect(await recognisePatch(command, parser)).toEqual({ kind: 'command' })
  })
})

test.each([[[body]], [script(body)], [script(`\n${plain}`, 'sh', '-c')]])(
  'a patch with no command is told apart (%#)',
  async (command) => {
    expect(await recognisePatch(command, parser)).toEqual({ kind: 'bare-body' })
  },
)
