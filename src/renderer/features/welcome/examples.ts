import type { FolderLook } from '@shared/domain/folder-look'
import { strings } from '../../lib/strings'

type There = Extract<FolderLook, { kind: 'there' }>

/** The three examples that suit a folder, by what is known of it; undefined: nothing is. Each is a message, as a person would write it. */
export function examplesFor(there: Pick<There, 'repository' | 'marks'> | undefined): readonly string[] {
  const say = strings.start.examples
  const has = new Set(there?.marks)
  if (has.has('nothing')) return [say.tool, say.page, say.interview]
  const isProject = there?.repository !== undefined || has.has('dependencies') || has.has('tests')
  if (!isProject) return [say.folder, has.has('readme') ? say.interview : say.readmeOfFolder, say.twice]
  return [
    there?.repository ? say.repository : say.project,
    has.has('tests') ? say.tests : say.firstTest,
    has.has('dependencies') ? say.dependencies : has.has('readme') ? say.unused : say.readme,
  ]
}
