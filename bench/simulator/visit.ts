/**
 * The calls of one visit of a student: opening the app on a phone, reading for some minutes, and closing it. These numbers are
 * assumptions: no campus has been measured.
 */
export const callsPerVisit: Readonly<Record<string, number>> = {
  'the page': 1,
  me: 1,
  feed: 2,
  'the bell': 1.5,
  'the badge': 1.5,
  'picture of a post': 15,
  'a post with 20 comments': 1.5,
  conversations: 0.7,
  'page of messages': 1.2,
  notifications: 0.4,
  events: 0.3,
  listings: 0.25,
  questions: 0.2,
  confessions: 0.3,
  professors: 0.1,
  groups: 0.2,
  search: 0.08,
  'directory, searched': 0.05,
  'write a post': 0.05,
  'write a comment': 0.15,
  'like on and off': 0.8,
  'send a message': 1.5,
  'RSVP on and off': 0.03,
  'vote on an answer': 0.05,
  'upload a picture': 0.02,
}

export const streamsPerVisit = 1
