import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import { importX } from 'eslint-plugin-import-x'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { boundaries } from './scripts/eslint-rules/boundaries.mjs'
import { coreRules } from './scripts/eslint-rules/core-rules.mjs'
import { exportedDoc } from './scripts/eslint-rules/exported-doc.mjs'
import { fileName } from './scripts/eslint-rules/file-name.mjs'
import { layerZones } from './scripts/eslint-rules/layers.mjs'
import { suppressionReason } from './scripts/eslint-rules/suppression-reason.mjs'

const root = import.meta.dirname
const ours = {
  rules: { 'file-name': fileName, 'exported-doc': exportedDoc, 'suppression-reason': suppressionReason },
}
// One program over everything: a third quicker than one per tsconfig, which would read shared files again for each.
// (The boundaries between processes are tsc's to hold.)
const typed = {
  parserOptions: { project: './scripts/tsconfig.lint.json', tsconfigRootDir: root },
}

export default defineConfig(
  globalIgnores(['out/', 'release/', 'coverage/', 'test-results/', 'tests/fixtures/']),
  {
    extends: [tseslint.configs.strictTypeChecked],
    plugins: { 'import-x': importX, countersign: ours },
    languageOptions: typed,
    linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: `${root}/tsconfig.json` })],
    },
    rules: {
      ...coreRules,
      'no-misleading-character-class': ['error', { allowEscape: true }],
      eqeqeq: 'error',
      'max-lines': ['error', 300],
      'max-params': ['error', 4],
      'object-shorthand': 'error',
      'prefer-template': 'error',
      'countersign/file-name': 'error',
      'countersign/suppression-reason': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: root, zones: layerZones(root) }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/consistent-type-definitions': 'error',
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: true }],
      '@typescript-eslint/prefer-optional-chain': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { allowDefaultCaseForExhaustiveSwitch: false, requireDefaultForNonUnion: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  { files: ['src/**'], ignores: ['src/renderer/ui/**'], rules: { 'countersign/exported-doc': 'error' } },
  boundaries,
  {
    files: ['scripts/**'],
    // A JSDoc cast is a comment to lint, so that every typed JSON.parse looks like an any; the compiler does check it.
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-return': 'off' },
  },
  { files: ['**/*.config.*'], rules: { 'import-x/no-default-export': 'off' } },
)
