import { environmentOf, type SimpleCommand, withText } from '../../shell/graph'
import { all, type Found } from './program-forms'

/** Variables that name a file which a program adds to by itself: what git traces, the histories of shells and of less, keys of TLS, pip's log. */
const appended = /^(GIT_TRACE\w*|HISTFILE|LESSHISTFILE|SSLKEYLOGFILE|PIP_LOG)$/
/** Such variables of a file that is written anew. */
const written = /^GIT_INDEX_FILE$/
/** Such variables of a folder that is copied. */
const copied = /^GIT_TEMPLATE_DIR$/

/** The files that programs write because a variable of their environment, or of the shell, names them. What only switches something on (`1`, `true`) is no path. */
export function environmentFiles(command: SimpleCommand): readonly Found[] {
  return environmentOf(command).flatMap(({ name, value }) => {
    // The options of less: `-oFILE`, `--log-file=FILE`.
    const [, log] =
      name === 'LESS' ? (/(?:^|\s)(?:-[a-zA-Z]*[oO]|--log-file=)\s*(\S+)/i.exec(value.text) ?? []) : []
    if (log !== undefined) return all([withText(value, log)], command, 'write')
    // ffmpeg's: `file=FILE:level=32`, in which a colon may be escaped.
    const [, report] = name === 'FFREPORT' ? (/(?:^|:)file=((?:\\.|[^:\\])+)/.exec(value.text) ?? []) : []
    if (report !== undefined) return all([withText(value, report)], command, 'write')
    const access = appended.test(name)
      ? 'append'
      : written.test(name)
        ? 'write'
        : copied.test(name)
          ? 'read'
          : undefined
    const isPath = value.known ? /\//.test(value.text) : value.text !== ''
    return access !== undefined && isPath ? all([value], command, access) : []
  })
}
