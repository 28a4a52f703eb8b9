import { builtinRules } from 'eslint/use-at-your-own-risk'
import { exportedDoc } from './exported-doc.mjs'
import { fileName } from './file-name.mjs'
import { suppressionReason } from './suppression-reason.mjs'

/** Of ESLint's own: oxlint has the one not, and the other without patterns that say what must not follow. */
const ofEslint = ['no-restricted-syntax', 'no-restricted-imports'].map((name) => {
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way to a single rule of theirs
  const rule = builtinRules.get(name)
  if (!rule) throw new Error(`ESLint has no rule ${name}.`)
  return [name, rule]
})

/** The rules of this project, and two of ESLint's. A linter takes a plugin by its default export. */
export default {
  meta: { name: 'countersign' },
  rules: {
    'file-name': fileName,
    'exported-doc': exportedDoc,
    'suppression-reason': suppressionReason,
    ...Object.fromEntries(ofEslint),
  },
}
