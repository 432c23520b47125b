// The Privacy Policy, section by section; the page numbers them and fills in {product} and {email}.

import type { LegalSection } from './section.ts'

export const privacy: readonly LegalSection[] = [
  {
    title: 'The short version',
    paragraphs: [
      '{product} is a private place for your school. We collect what we need to run it, we show it to ' +
        'the people it is meant for, and we delete it when you leave.',
      'There are no third-party trackers on {product}. We do not sell your personal data, and we do ' +
        'not build a profile of you for advertisers. We use one cookie, and it keeps you signed in.',
      'You can download your data and delete your account whenever you like. The sections below tell ' +
        'you how all of this works. If something stays unclear, ask us at {email}.',
    ],
  },
  {
    title: 'What we collect',
    paragraphs: [
      'When you sign in through your school’s Google or Microsoft account, we receive your name and ' +
        'your institutional email address. The address, which ends in .edu or in an approved domain, ' +
        'tells us which school you belong to. We never see your password.',
      'We store what you add yourself: your profile, posts, comments, pictures, messages, friendships, ' +
        'groups, events, listings, questions, ratings and reports. How much of it you add is up to you.',
      'We also keep a few technical records: your sessions, and the IP addresses they came from. We ' +
        'need them to keep accounts safe and to stop abuse.',
    ],
  },
  {
    title: 'What we use it for',
    paragraphs: [
      'We use your data to run {product}: to show your posts to your community, to deliver your ' +
        'messages, to tell you what is happening, and to let friends find you.',
      'We use it to keep your community safe. This means checking that members really belong to the ' +
        'school, slowing down spam, and looking into reports.',
      'We do not use it for anything unrelated. We do not sell it, we do not rent it out, and we do ' +
        'not give it to advertisers.',
    ],
  },
  {
    title: 'Who can see what',
    paragraphs: [
      'Each school is a private community of its students, faculty and staff. Members of your school ' +
        'can see what you share with the school. Members of other schools cannot, and neither can anyone ' +
        'without an account.',
      'Some things reach a smaller circle. Messages are for the people in the conversation. What you ' +
        'post in a group is for those who can see that group.',
      'Outside your community, your data may be seen by the few people who run {product}, and only as ' +
        'far as their work requires it. We only share data with authorities when the law requires it.',
    ],
  },
  {
    title: 'Notifications on your devices',
    paragraphs: [
      'Push notifications are off until you turn them on. They travel through the push service of your browser: ' +
        'Google (Firebase Cloud Messaging), Mozilla, Apple or Microsoft (Windows Push Notification Services).',
      'The push service learns which device gets a notification, when, and how large it is. It cannot read ' +
        'it, because it is encrypted for your browser. You choose what the lock screen shows.',
    ],
  },
  {
    title: 'Anonymous posts, confessions and ratings',
    paragraphs: [
      'When you post, confess or rate anonymously, your name is hidden from everyone who reads it. It ' +
        'appears neither next to the item nor anywhere else on {product}.',
      'We store the author of such an item sealed, which means encrypted. A moderator can see the ' +
        'author only of an item which has been reported, or after stating a reason. Every time this ' +
        'happens, it’s recorded.',
      'No technology can hide what you reveal yourself. If you mention your room, your team or a story ' +
        'everyone knows, readers may guess. Please keep this in mind when you write.',
    ],
  },
  {
    title: 'Pictures and files',
    paragraphs: [
      'Photos often carry hidden data, such as the place where they were taken. We remove location ' +
        'data from your pictures when you upload them, before anyone else can see them.',
      'Only you can decide what is visible in a picture. A street sign or a name on a door can ' +
        'say as much as a map. Take a second look before you share, and ask anyone who can be recognized.',
    ],
  },
  {
    title: 'Cookies, sessions and IP addresses',
    paragraphs: [
      'We use one session cookie. It keeps you signed in and does nothing else. There are no ' +
        'advertising cookies, no tracking pixels and no third-party trackers.',
      'A session lasts 30 days. After that you sign in again through your school’s account. You can ' +
        'also sign out earlier, whenever you like.',
      'We delete IP addresses and session records after 30 days.',
    ],
  },
  {
    title: 'Sponsored ads',
    paragraphs: [
      'You will see sponsored ads on {product}. Each one is labeled, so that you can tell it from ' +
        'what members write.',
      'Ads are not based on tracking. We do not follow you around the web, and we do not use your ' +
        'messages, posts or friendships to choose an ad for you. Advertisers do not learn who you are.',
    ],
  },
  {
    title: 'Reports and moderation',
    paragraphs: [
      'You can report any content on {product}. When you do, moderators see the reported item, the ' +
        'reason you chose and what you wrote to explain it. The person you report does not learn who made ' +
        'the report.',
      'Moderators may remove content, and may warn, suspend or ban a member. We keep a record of such ' +
        'decisions, so that they can be checked and so that similar cases are treated alike.',
      'A private message can be reported like everything else. If you report one, the moderators can ' +
        'read it, even though the conversation is otherwise only for the people in it.',
    ],
  },
  {
    title: 'Your rights and choices',
    paragraphs: [
      'You can see and correct your profile at any time, and you can delete what you have posted. What ' +
        'you tell us about yourself beyond your name and your school is your own choice.',
      'You can download your data in your settings. The download contains your profile and what you ' +
        'have written and shared, in a form that you can read and that a computer can read too.',
      'Depending on where you live, the law may give you further rights, such as the right to object ' +
        'or to complain to a supervisory authority. Write to us at {email} and we will help you to use ' +
        'them.',
    ],
  },
  {
    title: 'Deletion and how long we keep things',
    paragraphs: [
      'We keep your data for as long as you have an account. When you delete your account, your ' +
        'profile and what you posted are hidden right away. Your personal data is deleted within 30 days of ' +
        'account deletion. You can restore your account for 28 days. After that it is deleted for good.',
      'Your anonymous items disappear at random moments inside those 30 days. If they all vanished in ' +
        'the same minute as your profile, someone might guess that they were yours.',
      'Messages which you sent to others stay in their conversations, because they belong to those ' +
        'conversations too. They are shown as from “Deleted user”, without your name or picture.',
      'We make backups so that an accident does not cost you your data. Deleted data is still ' +
        'contained in older backups for a while. These backups age out within a further 30 days.',
    ],
  },
  {
    title: 'Age, safety, changes and contact',
    paragraphs: [
      'The minimum age for {product} is {age}. You declare that you are at least {age} when you accept the ' +
        'Terms of Service. If you are a parent and believe that a younger child has an account, please ' +
        'write to us, and we will close it and delete its data.',
      'We protect your data with encrypted connections and strict limits on who can see it. No system is ' +
        'perfectly safe. If something happens that puts your data at risk, we will tell you and say what ' +
        'you can do.',
      'If we change this policy in a way that matters to you, we will tell you inside {product} before ' +
        'the change takes effect. For every question about your data you can reach us at {email}.',
    ],
  },
]
