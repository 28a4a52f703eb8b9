import { secretLines } from '@shared/domain/secret-lines'
import { mayHoldSecrets } from '../assessment/checks/secret-places'

/**
 * A diff with git's headers in which files that may hold keys or passwords are named, and none of their lines is. Names are relative to
 * `folder`; `home` is the person's. A diff that was cut stays so.
 */
export function withoutSecrets(diff: string, { folder, home }: { folder: string; home: string }): string {
  // Of what a line may hold only its end is one: a file's text may have other separators, which `^` with `m` takes for one.
  return diff
    .split(/(?<=\n)(?=diff --git )/)
    .map((section) => {
      const begin = section.search(/(?<=\n)(?:--- |@@ )/)
      if (begin === -1) return section
      const names = [
        ...section.slice(0, section.search(/(?<=\n)@@ /)).matchAll(/(?<=\n)(?:---|\+\+\+) ([^\n]*)/g),
      ]
      const secret = names.some(([, name = '']) =>
        mayHoldSecrets(`${folder}/${name.replaceAll(/^"|"$|\t$/g, '').slice(2)}`, home),
      )
      return secret ? `${section.slice(0, begin)}${secretLines}\n` : section
    })
    .join('')
}
