import { expect, test } from 'vitest'
import { SandboxPolicy, temporaryFolders } from '@shared/domain/sandbox-policy'

const policy = (rest: object = {}): SandboxPolicy => SandboxPolicy.parse({ mode: 'workspace-write', ...rest })

test.each<[string, SandboxPolicy, string | undefined, readonly string[]]>([
  ['its own and that of a variable', policy(), '/home/me/tmp//', ['/tmp', '/home/me/tmp']],
  ['its own where no variable names one', policy(), undefined, ['/tmp']],
  ['not the one that is left out', policy({ exclude_tmpdir_env_var: true }), '/home/me/tmp', ['/tmp']],
  [
    'not its own where that is left out',
    policy({ exclude_slash_tmp: true }),
    '/home/me/tmp',
    ['/home/me/tmp'],
  ],
  ['none that is named from elsewhere', policy(), 'tmp', ['/tmp']],
  ['never the whole file system', policy(), '//', ['/tmp']],
  ['none where nothing may be written', SandboxPolicy.parse({ mode: 'read-only' }), '/home/me/tmp', []],
])('the temporary folders of a policy: %s', (_, given, tmpdir, folders) => {
  expect(temporaryFolders(given, tmpdir)).toEqual(folders)
})
