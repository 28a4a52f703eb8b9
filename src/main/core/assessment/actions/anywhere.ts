import type { SimpleCommand } from '../../shell/graph'
import { readGitCall } from '../../shell/nested/git-call'

/** What has a call write where an archive or a patch says, wherever that is; undefined for one that stays in its folder. */
export function writesAnywhere({ program, words }: SimpleCommand): string | undefined {
  const args = words.slice(1).map(({ text }) => text)
  const named = (pattern: RegExp): string | undefined => args.find((text) => pattern.test(text))
  if (/^(g|bsd|s)?tar$/.test(program)) {
    // Letters behind one with a value are that; the first word may have no dash.
    const letters = args.map((text, at) => (at === 0 ? /^-?([^-]*)$/ : /^-([^-].*)$/).exec(text)?.[1] ?? '')
    const own = letters.map((each, at) =>
      at === 0 && args[0]?.startsWith('-') !== true ? each : (/^[^fCTbgIKLNVHX]*/.exec(each)?.[0] ?? ''),
    )
    const isOut = own.some((each) => each.includes('x')) || named(/^--(ex|get)/) !== undefined
    const at = own.findIndex((each) => each.includes('P'))
    return isOut ? (args[at] ?? named(/^--abs/)) : undefined
  }
  switch (program) {
    case 'git': {
      const { subcommand, rest } = readGitCall(words.slice(1))
      const option = rest.find(({ text }) => text.length > 4 && '--unsafe-paths'.startsWith(text))
      const looks = rest.some(({ text }) => /^--(check|stat|numstat|summary)$/.test(text))
      return subcommand === 'apply' && !looks ? option?.text : undefined
    }
    case 'unzip':
      return named(/^-[a-zA-Z]*:/)
    case 'cpio':
      return named(/^(-[a-zA-Z]*i|--extract)/) !== undefined &&
        named(/^(-[a-zA-Z]*t|--list|--no-absolute-filenames)/) === undefined
        ? 'cpio'
        : undefined
    case 'pax':
      return named(/^-[a-z]*r/) !== undefined && named(/^-[a-z]*w/) === undefined ? 'pax' : undefined
    case '7z':
    case '7za':
    case '7zz':
      return /^[xe]$/.test(args[0] ?? '') ? named(/^-spf/) : undefined
    default:
      return undefined
  }
}
