/** What stands in a file's part of a diff in place of its lines where they may hold keys or passwords. Git writes no such header. */
export const secretLines = 'secret-lines-left-out'
