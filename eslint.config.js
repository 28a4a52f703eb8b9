import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { boundaries } from './scripts/eslint-rules/boundaries.mjs'
import { exportedDoc } from './scripts/eslint-rules/exported-doc.mjs'
import { fileName } from './scripts/eslint-rules/file-name.mjs'
import { layerZones } from './scripts/eslint-rules/layers.mjs'
import { suppressionReason } from './scripts/eslint-rules/suppression-reason.mjs'

const root = import.meta.dirname
const ours = {
  rules: { 'file-name': fileName, 'exported-doc': exportedDoc, 'suppression-reason': suppressionReason },
}

/** The rules of this project, which need no types: oxlint (.oxlintrc.json) has those that every project could have. */
export default defineConfig(
  globalIgnores(['out/', 'release/', 'coverage/', 'test-results/', 'tests/fixtures/']),
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    plugins: { 'import-x': importX, countersign: ours },
    languageOptions: { parser: tseslint.parser, parserOptions: { jsDocParsingMode: 'none' } },
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: `${root}/tsconfig.json` })],
    },
    rules: {
      'max-lines': ['error', 500],
      'max-params': ['error', 4],
      'countersign/file-name': 'error',
      'countersign/suppression-reason': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: root, zones: layerZones(root) }],
    },
  },
  { files: ['src/**'], ignores: ['src/renderer/ui/**'], rules: { 'countersign/exported-doc': 'error' } },
  boundaries,
  { files: ['**/*.config.*'], rules: { 'import-x/no-default-export': 'off' } },
)
