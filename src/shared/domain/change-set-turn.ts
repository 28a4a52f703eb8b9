/** The name of the built-in provider that puts a change set in place; it stands in no list of models. */
export const changeSetProvider = 'countersign-change-set'
