import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { createSession, deleteSessionOfToken, parseSessionToken } from '../../../shared/server/auth/session.ts'
import type { App } from '../../../shared/server/services.ts'
import { findCellByEmail } from '../../schools/server/queries.ts'
import type { Provider } from '../contract.ts'
import { authenticatedAt, type Claims } from './policy.ts'

const signInsPath = '/internal/cell/sign-ins'
const signOutsPath = '/internal/cell/sign-outs'

const SignOut = z.object({ token: z.string() })

/** A sign-in of a user whose school another cell serves. The sender has verified the claims. */
const SignIn = z.object({
  provider: z.enum(['google', 'microsoft']),
  claims: z.custom<Claims>((value) => typeof value === 'object' && value !== null),
  from: z.object({ userAgent: z.string().optional(), ip: z.string().optional(), isShared: z.boolean() }),
})
type SignIn = z.output<typeof SignIn>

const SignInReply = z.object({ token: z.string().nullable() })

type FindPerson = (name: Provider, claims: Claims) => Promise<{ id: string; schoolId: string } | undefined>

/** Creates and ends sessions at the other cells, and mounts the routes by which they do so here. */
export function openCellSignIns({ db, cells }: App, findPerson: FindPerson) {
  cells?.receive(signInsPath, async (body) => {
    const { provider, claims, from } = SignIn.parse(body)
    const person = await findPerson(provider, claims)
    return {
      token: person ? await createSession(db, person, { ...from, authenticatedAt: authenticatedAt(claims) }) : null,
    }
  })
  cells?.receive(signOutsPath, async (body) => {
    await deleteSessionOfToken(db, SignOut.parse(body).token)
    return {}
  })

  return {
    /** The other cell whose school the user belongs to. */
    findCell: async ({ email }: Claims) =>
      cells && typeof email === 'string' ? findCellByEmail(db, cells, email.trim().toLowerCase()) : undefined,
    /** Creates the session at the cell of the user's school. Undefined when they have no account there. */
    signIn: async (cell: string, signIn: SignIn): Promise<string | undefined> =>
      SignInReply.parse(await cells?.call(cell, signInsPath, signIn)).token ?? undefined,
    /** Ends a session at the cell of its school. A cell that does not reply is logged. */
    async signOut(token: string | undefined, log: FastifyBaseLogger, id: string): Promise<void> {
      const school = cells && parseSessionToken(token)?.schoolId
      if (!school) return
      try {
        const cell = await cells.directory.findCell(school)
        if (cell !== cells.own) await cells.call(cell, signOutsPath, { token })
      } catch (err) {
        log.warn({ id, err }, 'the former session at another cell was not ended')
      }
    },
  }
}
