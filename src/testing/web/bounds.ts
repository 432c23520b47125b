import { configure } from '@testing-library/react'

// As in vitest.config.ts. By default, `waitFor` and `findBy…` give a busy machine one second.
configure({ asyncUtilTimeout: 20_000 })
