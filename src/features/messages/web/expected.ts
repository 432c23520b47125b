import type { Message } from '../contract.ts'

let check: (message: Message) => boolean = () => false

/** Whether a received message is one whose response this tab is waiting for. */
export const isExpected = (message: Message): boolean => check(message)

/** Called once by the code that sends messages. */
export const expectMessages = (areExpected: typeof check): void => {
  check = areExpected
}
