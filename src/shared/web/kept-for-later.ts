/** What is sent later because the server could not be reached. */
export const keptForLater: unique symbol = Symbol('kept for later')
