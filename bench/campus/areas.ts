import { type RawBuilder, sql } from 'kysely'

/**
 * Number of users and posts in one school. Everything else is proportional to the posts, unless it has a number of its own. In an uneven
 * school a few people write most of it, know many others and talk for long, and words are as unequally frequent as in a language.
 */
export type Size = {
  readonly people: number
  readonly posts: number
  readonly messages?: number
  /** Pictures of posts, without their bytes. */
  readonly files?: number
  readonly isUneven?: boolean
}

/** Number of other items per post of the feed: the smallest school has 10,000 posts and 30,000 comments. */
const perPost = {
  comments: 3,
  likes: 5,
  messages: 2,
  events: 0.02,
  attendances: 0.4,
  listings: 0.05,
  favorites: 0.2,
  questions: 0.06,
  answers: 0.18,
  confessions: 0.08,
  confessionLikes: 0.4,
  groups: 0.006,
  groupPosts: 0.2,
  ratings: 0.4,
  reports: 0.03,
  actions: 0.02,
  notifications: 2,
}
/** Posts of the feed per conversation, department and professor. */
const postsPer = { conversation: 7, professor: 50 }
const membersOfGroup = 100
const departments = 20
/** Number of admins of a school: a single one would exceed the rate limit during a measurement. */
export const campusAdmins = 50
/** The period over which all rows are spread, up to now. */
const spread = sql`interval '1 year'`

/** Words that the texts name and searches look for. */
export const campusWords = [
  ...['harmonic', 'library', 'boathouse', 'tides', 'lantern'],
  ...['syllabus', 'quartet', 'orchard', 'glacier', 'saffron'],
]
const words = sql`(array[${sql.join(campusWords.map((word) => sql.lit(word)))}])`
const syllables = sql`(array['ba', 'cor', 'del', 'fin', 'gu', 'hal', 'ji', 'kem', 'lo', 'mar', 'nis', 'or', 'pel', 'qua', 'rit', 'sun', 'tav', 'ul', 'wen', 'zo'])`

/** SQL: so many of 8,000 invented words, other ones for each row. Their ranks follow Zipf's law: the second is half as frequent as the first. */
const inventedWords = (count: RawBuilder<unknown>) => sql`(select string_agg(${syllables}[1 + rank % 20] ||
    ${syllables}[1 + rank / 20 % 20] || ${syllables}[1 + rank / 400], ' ')
  from (select floor(power(8000, random()))::int - 1 as rank from generate_series(1, ${count})) as drawn)`

/**
 * The statements that fill one school, in order. They run without triggers and foreign keys, so each sets the counters
 * itself; `n` is the number of a row, and the numbered users and posts are in `bench_people` and `bench_posts`.
 */
export function statementsFor(school: string, size: Size): readonly RawBuilder<unknown>[] {
  const { messages = size.posts * perPost.messages, files = 0, isUneven = false } = size
  const of = (thing: keyof typeof perPost) => Math.max(1, Math.round(size.posts * perPost[thing]))
  const conversations = Math.ceil(size.posts / postsPer.conversation)
  const professors = Math.ceil(size.posts / postsPer.professor)
  const rows = (count: number) => sql`generate_series(1, ${count}::int) as n`
  const when = (count: number, n = sql`n`) => sql`(now() - ${spread} * (${count}::float8 - ${n}) / ${count}::float8)`
  /** A number of a user for a number from 0 up to that of all. In an uneven school one percent has a fifth of the numbers. */
  const whoHas = (number: RawBuilder<unknown>) =>
    isUneven ? sql`floor(power(${number} / ${size.people}::float8, 3) * ${size.people}::int)::int` : number
  /** A user of the school, a different one for each pair of row and purpose. */
  const someUser = (salt: number, n = sql`n`) =>
    sql`(select id from bench_people as candidate (who, id) where who = 1 + ${whoHas(sql`((${n} * ${salt}::int8 + ${n} / 7) % ${size.people}::int)`)})`
  const perTalk = messages / conversations
  /** Messages of the conversation `n`. */
  const lengthOfTalk = (n: RawBuilder<unknown>) =>
    isUneven
      ? sql`greatest(1, round(${perTalk / 2} * sqrt(${conversations}::float8 / ${n})))::int`
      : sql`${Math.round(perTalk)}::int`
  const ofFile = (n: RawBuilder<unknown>) => sql`(md5(${school}::text || ${n}))`
  const hasFile = (n: RawBuilder<unknown>) =>
    sql`${n} % ${Math.max(1, Math.round(size.posts / Math.max(1, files)))}::int = 0`
  const numbered = (table: string, count: number) => sql`
    create unlogged table ${sql.table(table)} as
    select n, ${v7(when(count))} as id, ${when(count)} as at from ${rows(count)}`

  return [
    sql`insert into schools (id, name, email_domain, country, member_count, student_count)
      values (${school}, 'Bench ' || ${school}::text, ${school}::text || '.example', 'Nowhere', ${size.people}, ${size.people})`,
    numbered('bench_people', size.people),
    sql`create unique index on bench_people (n)`,
    sql`insert into users (school_id, id, name, email, role, terms_accepted_at, created_at, last_active_at)
      select ${school}, id, ${words}[1 + n % 10] || ' Student ' || n, 'p' || n || '@' || ${school}::text || '.example',
        case when n <= ${campusAdmins}::int then 'admin' else 'student' end, now(), at, now() - interval '1 day' * (n % 60) from bench_people`,
    sql`insert into friendships (school_id, user_id, friend_id)
      select distinct ${school}::uuid, pair.one, pair.other from bench_people
      ${
        isUneven
          ? sql`cross join lateral (select distinct 1 + floor(power(random(), 1.5) * ${size.people}::int)::int as n
              from generate_series(1, 5 + bench_people.n % 26)) as popular
            join bench_people as friend on friend.n = popular.n and friend.n <> bench_people.n`
          : sql`join bench_people as friend on friend.n between bench_people.n + 1 and bench_people.n + 10`
      }
      cross join lateral (values (bench_people.id, friend.id), (friend.id, bench_people.id)) as pair (one, other)`,

    numbered('bench_posts', size.posts),
    sql`create unique index on bench_posts (n)`,
    sql`insert into posts (school_id, id, author_id, content, media_urls, like_count, comment_count, created_at)
      select ${school}, id, ${someUser(31)}, ${
        isUneven
          ? sql`case when n % 20 = 0 then 'A lamp ' || n || ' and a ' || ${words}[1 + floor(10 * power(random(), 3))::int] || ' ' else '' end
              || ${inventedWords(sql`3 + n % 38`)}`
          : sql`'Someone left a ' || ${words}[1 + n % 10] || ' and lamp ' || n || ' in the ' || ${words}[1 + n / 10 % 10] || '. ' ||
              repeat('Please fetch it before the evening. ', 1 + (n % 5)::int)`
      },
        ${files ? sql`case when ${hasFile(sql`n`)} then array['/media/' || ${ofFile(sql`n`)} || '.webp'] else '{}' end` : sql`'{}'`},
        ${perPost.likes}, case when n % 10 = 0 then ${perPost.comments * 10} else 0 end, at from bench_posts`,
    ...(files
      ? [
          sql`insert into uploads (school_id, name, owner_id, purpose, kind, extension, bytes, width, height, item_kind, item_id, created_at)
            select ${school}, ${ofFile(sql`n`)}, ${someUser(31)}, 'post', 'image', 'webp', 60000, 1280, 960, 'post', id, at
            from bench_posts where ${hasFile(sql`n`)}`,
        ]
      : []),
    // Every tenth post has thirty comments, so that a page of comments is full.
    sql`insert into comments (school_id, id, post_id, author_id, content, created_at)
      select ${school}, ${v7(sql`at + interval '1 minute' * k`)}, id, ${someUser(17, sql`(n + k)`)},
        'It is mine, lamp ' || n || ', said the ' || ${words}[1 + k % 10] || '.', at + interval '1 minute' * k
      from bench_posts cross join generate_series(1, ${perPost.comments * 10}::int) as k where n % 10 = 0`,
    sql`insert into post_likes (school_id, post_id, user_id, created_at)
      select ${school}, bench_posts.id, liker.id, bench_posts.at from bench_posts
      cross join generate_series(1, ${perPost.likes}::int) as k
      join bench_people as liker on liker.n = 1 + (bench_posts.n * 13 + k * 101) % ${size.people}::int
      on conflict do nothing`,

    sql`create unlogged table bench_talks as select n, ${v7(when(conversations))} as id,
        1 + n % ${size.people}::int as one, 1 + (n + 1 + n / ${size.people}::int) % ${size.people}::int as other
      from ${rows(conversations)}`,
    sql`insert into conversations (school_id, id, kind, topic, last_seq, last_message_at, created_at)
      select ${school}, talk.id, 'direct', 'direct ' || least(one.id::text, other.id::text) || ' ' || greatest(one.id::text, other.id::text),
        ${lengthOfTalk(sql`talk.n`)}, ${when(conversations, sql`talk.n`)}, ${when(conversations, sql`talk.n`)}
      from bench_talks as talk join bench_people as one on one.n = talk.one join bench_people as other on other.n = talk.other`,
    sql`insert into participants (school_id, conversation_id, user_id, read_seq)
      select ${school}, talk.id, person.id, greatest(0, ${lengthOfTalk(sql`talk.n`)} - 2) from bench_talks as talk
      cross join lateral (values (talk.one), (talk.other)) as place (n) join bench_people as person on person.n = place.n`,
    sql`insert into messages (school_id, id, conversation_id, seq, sender_id, content, created_at)
      select ${school}, ${v7(when(conversations, sql`talk.n`))}, talk.id, k, person.id, ${
        isUneven
          ? inventedWords(sql`1 + (talk.n + k) % 15`)
          : sql`'Message ' || k || ': see you at the ' || ${words}[1 + (talk.n + k) % 10] || ' at ten, bring tea.'`
      }, ${when(conversations, sql`talk.n`)} - interval '1 minute' * (${lengthOfTalk(sql`talk.n`)} - k)
      from bench_talks as talk cross join lateral generate_series(1, ${lengthOfTalk(sql`talk.n`)}) as k
      join bench_people as person on person.n = case k % 2 when 0 then talk.one else talk.other end`,

    // Half of the events are in the future.
    sql`create unlogged table bench_events as select n, ${v7(sql`now()`)} as id,
        now() + interval '1 hour' * (n - ${of('events') / 2}::float8) as starts from ${rows(of('events'))}`,
    sql`insert into events (school_id, id, organizer_id, title, description, location, start_date, end_date, attendees_count, tags)
      select ${school}, id, ${someUser(7)}, 'Evening ' || n || ' of the ' || ${words}[1 + n % 10], 'Everybody is welcome.',
        'Hall ' || n % 9, starts, starts + interval '2 hours', ${Math.round(of('attendances') / of('events'))}, array['music']
      from bench_events`,
    sql`insert into event_attendees (school_id, event_id, user_id)
      select ${school}, bench_events.id, guest.id from bench_events
      cross join generate_series(1, ${Math.round(of('attendances') / of('events'))}::int) as k
      join bench_people as guest on guest.n = 1 + (bench_events.n * 11 + k) % ${size.people}::int on conflict do nothing`,

    sql`create unlogged table bench_listings as select n, ${v7(when(of('listings')))} as id, ${when(of('listings'))} as at
      from ${rows(of('listings'))}`,
    sql`insert into listings (school_id, id, seller_id, title, description, price, category, condition, favorites_count, created_at)
      select ${school}, id, ${someUser(3)}, 'A ' || ${words}[1 + n % 10] || ' no. ' || n, 'As good as new, to be fetched at the boathouse.',
        (n % 500) + 0.5, (array['textbooks', 'electronics', 'furniture', 'clothing', 'other'])[1 + n % 5], 'good',
        ${perPost.favorites / perPost.listings}, at from bench_listings`,
    sql`insert into listing_favorites (school_id, listing_id, user_id)
      select ${school}, bench_listings.id, fan.id from bench_listings cross join generate_series(1, ${perPost.favorites / perPost.listings}::int) as k
      join bench_people as fan on fan.n = 1 + (bench_listings.n * 5 + k) % ${size.people}::int on conflict do nothing`,

    sql`create unlogged table bench_questions as select n, ${v7(when(of('questions')))} as id, ${when(of('questions'))} as at
      from ${rows(of('questions'))}`,
    sql`insert into assignments (school_id, id, author_id, title, description, subject, answers_count, due_date, created_at)
      select ${school}, id, ${someUser(19)}, 'Question ' || n || ' on ' || ${words}[1 + n % 10], 'How does this go, please?',
        (array['Mathematics', 'Physics', 'Chemistry', 'Biology', 'History', 'Other'])[1 + n % 6],
        ${perPost.answers / perPost.questions}, case when n % 4 = 0 then now() + interval '1 minute' * n end, at from bench_questions`,
    sql`insert into assignment_answers (school_id, id, assignment_id, author_id, content, created_at)
      select ${school}, ${v7(sql`at`)}, id, ${someUser(23, sql`(n + k)`)}, 'Try it with the ' || ${words}[1 + k % 10] || ' first.', at
      from bench_questions cross join generate_series(1, ${perPost.answers / perPost.questions}::int) as k`,
    sql`insert into point_totals (school_id, user_id, points) select ${school}, id, n % 500 from bench_people`,

    sql`create unlogged table bench_confessions as select n, gen_random_uuid() as id,
        date_trunc('minute', ${when(of('confessions'))}) as at from ${rows(of('confessions'))}`,
    sql`insert into confessions (school_id, id, confession_number, author_tag, author_seal, content, category, likes_count, created_at)
      select ${school}, id, n, sha256(n::text::bytea), sha256(id::text::bytea), 'Confession about the ' || ${words}[1 + n % 10] || ', number ' || n,
        (array['general', 'academic', 'social', 'personal', 'campus', 'relationships'])[1 + n % 6],
        ${perPost.confessionLikes / perPost.confessions}, at from bench_confessions`,
    sql`insert into confession_numbers (school_id, last) values (${school}, ${of('confessions')})`,
    sql`insert into confession_likes (school_id, id, confession_id, author_tag, liked_on)
      select ${school}, gen_random_uuid(), id, sha256((n * 100 + k)::text::bytea), at::date from bench_confessions
      cross join generate_series(1, ${perPost.confessionLikes / perPost.confessions}::int) as k`,

    sql`create unlogged table bench_groups as select n, ${v7(when(of('groups')))} as id, ${when(of('groups'))} as at
      from ${rows(of('groups'))}`,
    sql`insert into groups (school_id, id, creator_id, name, description, members_count, created_at)
      select ${school}, id, ${someUser(1)}, 'Circle ' || n || ' of the ' || ${words}[1 + n % 10], 'We meet on Tuesdays.', ${membersOfGroup}, at from bench_groups`,
    sql`insert into group_members (school_id, group_id, user_id, id, role)
      select ${school}, bench_groups.id, member.id, gen_random_uuid(), case when k = 0 then 'admin' else 'member' end
      from bench_groups cross join generate_series(0, ${membersOfGroup - 1}::int) as k
      join bench_people as member on member.n = 1 + (bench_groups.n * 17 + k) % ${size.people}::int`,
    sql`insert into posts (school_id, id, group_id, author_id, content, visibility, created_at)
      select ${school}, ${v7(when(of('groupPosts'), sql`k`))}, bench_groups.id, member.id, 'Note ' || k || ' for the circle', 'group', ${when(of('groupPosts'), sql`k`)}
      from ${sql`generate_series(1, ${of('groupPosts')}::int) as k`} join bench_groups on bench_groups.n = 1 + k % ${of('groups')}::int
      join bench_people as member on member.n = 1 + (bench_groups.n * 17 + k % ${membersOfGroup}::int) % ${size.people}::int`,

    sql`create unlogged table bench_departments as select n, ${v7(sql`now()`)} as id from ${rows(departments)}`,
    sql`insert into departments (school_id, id, name, professors_count)
      select ${school}, id, 'Department ' || n, ${Math.round(professors / departments)} from bench_departments`,
    sql`create unlogged table bench_professors as select n, ${v7(sql`now()`)} as id from ${rows(professors)}`,
    sql`insert into professors (school_id, id, department_id, first_name, last_name, total_ratings, overall_sum, difficulty_sum,
        engagement_sum, teaching_quality_sum, workload_sum, fun_sum, stars)
      select ${school}, professor.id, department.id, ${words}[1 + professor.n % 10], 'Teacher ' || professor.n, rated, rated * (3 + professor.n % 3),
        rated * 3, rated * 3, rated * 4, rated * 3, rated * 3, array[0, 0, rated, 0, 0]
      from bench_professors as professor join bench_departments as department on department.n = 1 + professor.n % ${departments}::int
      cross join (values (${Math.round(of('ratings') / professors)}::int)) as each (rated)`,
    sql`insert into ratings (school_id, id, professor_id, reviewer_id, is_anonymous, once_tag, overall_rating, difficulty_rating,
        teaching_quality_rating, review_text, created_at)
      select ${school}, ${v7(when(professors, sql`professor.n`))}, professor.id, reviewer.id, false, sha256((professor.n * 10000 + k)::text::bytea),
        3 + professor.n % 3, 3, 4, 'Makes the ' || ${words}[1 + k % 10] || ' look easy.', ${when(professors, sql`professor.n`)}
      from bench_professors as professor cross join generate_series(1, ${Math.round(of('ratings') / professors)}::int) as k
      join bench_people as reviewer on reviewer.n = 1 + (professor.n * 29 + k) % ${size.people}::int`,
    sql`insert into professor_totals (school_id, departments, professors, ratings, overall_sum, prior)
      select ${school}, ${departments}, count(*), sum(total_ratings), sum(overall_sum), 4 from professors where school_id = ${school}`,

    sql`insert into reports (school_id, id, reporter_id, kind, content_id, reason, content, author_id, status, settled_at, created_at)
      select ${school}, gen_random_uuid(), ${someUser(41, sql`(k + 1)`)}, 'post', bench_posts.id, 'spam', 'Someone left lamp ' || k || '.',
        ${someUser(31, sql`bench_posts.n`)}, case k % 20 when 0 then 'pending' else 'resolved' end, case k % 20 when 0 then null else now() end,
        ${when(of('reports'), sql`k`)}
      from generate_series(1, ${of('reports')}::int) as k join bench_posts on bench_posts.n = 1 + k % ${size.posts}::int on conflict do nothing`,
    sql`insert into moderation_actions (school_id, id, user_id, action_type, reason, created_by_name, created_at)
      select ${school}, gen_random_uuid(), ${someUser(43)}, 'warn', 'Lamp ' || n, 'Dean', ${when(of('actions'))} from ${rows(of('actions'))}`,
    sql`insert into notifications (school_id, user_id, kind, link, params, actors, created_at, read_at)
      select ${school}, ${someUser(1)}, 'like', '/dashboard?post=' || n, '{"item": "post"}', array[${someUser(5)}],
        ${when(of('notifications'))}, case when n % 3 = 0 then null else now() end from ${rows(of('notifications'))}`,
  ]
}

/** SQL: a version 7 UUID of a timestamp, like the server's: ids that sort by time are adjacent in an index. */
const v7 = (moment: RawBuilder<unknown>) => sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::int8), 12, '0')
  || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`
