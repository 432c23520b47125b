// The Terms of Service, section by section; the page numbers them and fills in {product}, {email} and {age}.

import type { LegalSection } from './section.ts'

export const terms: readonly LegalSection[] = [
  {
    title: 'About these terms',
    paragraphs: [
      'These terms are the agreement between you and {product}. They say what you can expect from us ' +
        'and what we ask of you. We have kept them short and in plain words, because you should be able ' +
        'to read them in one sitting.',
      'By creating an account you accept these terms and confirm that you have read the Privacy ' +
        'Policy, which explains what happens to your personal data. If you do not agree with them, ' +
        'please do not use {product}.',
      'We may change these terms as {product} grows. When a change matters to you, we will tell you ' +
        'inside {product} before it takes effect. If you keep using {product} after that, the new terms ' +
        'apply to you.',
    ],
  },
  {
    title: 'Who can join',
    paragraphs: [
      '{product} is for students, faculty and staff of participating schools. If you are none of ' +
        'these, {product} is not open to you, even if someone offers you their account.',
      'You must be at least {age} years old. By accepting these terms you declare that you are at least ' +
        '{age}. If we learn that an account belongs to someone younger, we will close it and delete its ' +
        'data.',
      'You need an email address from your institution. It must end in .edu or belong to a domain we ' +
        'have approved for your school. Addresses from personal email providers are not accepted.',
    ],
  },
  {
    title: 'Signing in and your account',
    paragraphs: [
      'You sign in only through your school’s Google or Microsoft account. There is no separate ' +
        'password for {product}, so there is none to forget and none for us to lose. Anyone who can use ' +
        'your school account can also use your account here, so please keep it safe.',
      'Your account is yours alone. Use your real name, keep your profile honest, and do not pretend ' +
        'to be someone else. Please do not share your account, sell it, or open a second one.',
      'If you think someone else has used your account, secure your school account first. Then ' +
        'write to us at {email}, and we will help you.',
    ],
  },
  {
    title: 'Your school’s private community',
    paragraphs: [
      'Each school on {product} is a private community. What you post is meant for the people of your ' +
        'school. Members of other schools cannot see it, and neither can visitors or search engines.',
      'Please treat what you read here the same way. Do not copy other people’s posts, pictures or ' +
        'messages out of the community without their consent.',
      'Do not collect data from {product} with automated tools, do not try to reach another school’s ' +
        'community, and do not try to get around limits or protections. If you find a weakness, tell us ' +
        'at {email}, and we will thank you for it.',
    ],
  },
  {
    title: 'What you share',
    paragraphs: [
      'Your words, pictures and files stay yours. You allow us to store them, to show them to the ' +
        'people you share them with, and to make the technical copies this needs. We use this permission ' +
        'only to run {product}. It ends when your content is deleted.',
      'You are responsible for what you share. Share only what you made yourself or have the right to ' +
        'use. If other people can be recognized in a picture, ask them first.',
      'Assignment help is there so that you can learn from each other. Your school’s rules on honest ' +
        'work apply here as they do in the classroom. Do not offer or ask for finished work that ' +
        'someone will hand in as their own.',
    ],
  },
  {
    title: 'What does not belong here',
    paragraphs: [
      'Some things have no place in any of our communities. Do not post harassment or bullying, hate ' +
        'speech, violence or threats of it, spam, or misinformation that could mislead or hurt people.',
      'Do not post anything that violates copyright. Do not post other people’s personal information, ' +
        'such as addresses, phone numbers, grades, health details or private messages, without their ' +
        'consent. Nothing unlawful is allowed, either on the feed or in the marketplace.',
      'These rules apply everywhere: in posts, comments, messages, groups, events, listings, ' +
        'confessions and ratings. They apply whether your name is shown or not. You may disagree with ' +
        'someone, and you may say so frankly. Please stay fair and argue about the matter, not the ' +
        'person.',
    ],
  },
  {
    title: 'Posting without your name',
    paragraphs: [
      'You can write some posts, confessions and professor ratings anonymously. Your name is then ' +
        'hidden from everyone, your friends and teachers included.',
      'We still store who wrote an anonymous item, but we store it sealed, which means encrypted. A ' +
        'moderator can see the author of an item only when that item has been reported, or after stating ' +
        'a reason. Every time this happens, it’s recorded.',
      'Being anonymous is not a way around the rules. It is there so that you can speak openly about ' +
        'things that are hard to say. Please do not use it to hurt others, and do not try to find out ' +
        'who is behind an anonymous item.',
      'Rate professors on their teaching, fairly and from your own experience. Their private lives are ' +
        'not up for rating.',
    ],
  },
  {
    title: 'Reports and moderation',
    paragraphs: [
      'You can report any content on {product}. A report goes to the moderators, who look at it and ' +
        'decide. Please report honestly. Don’t use reports to settle a score.',
      'If you break these terms, moderation may remove the content and may warn you, suspend your ' +
        'account for a time, or ban it. What happens depends on how serious the matter is and whether it ' +
        'has happened before.',
      'If you think a decision was wrong, email {email} and tell us why. We’ll take another look. ' +
        'If someone is in danger right now, please do not wait for a moderator. Call your ' +
        'local emergency number or your school.',
    ],
  },
  {
    title: 'Dealing with others and sponsored ads',
    paragraphs: [
      'The marketplace, events and groups bring people of your school together. What you agree with ' +
        'each other there is between you. We are not a party to a sale, we do not handle payments ' +
        'between members, and we do not check listings or events in advance.',
      'Use common sense. Meet in a public place on campus, look at things before you pay for them, and ' +
        'tell a friend when you meet someone new.',
      'You will see sponsored ads on {product}. They are always labeled as such. They are not based ' +
        'on tracking you, here or elsewhere. An ad does not mean that we or your school recommend what ' +
        'it offers.',
    ],
  },
  {
    title: 'Leaving {product}',
    paragraphs: [
      'You can delete your account at any time in your settings. You don’t need a reason, and you don’t ' +
        'have to ask anyone. You can download your data first if you would like to keep it.',
      'Once you delete your account, your profile and what you posted are hidden right away. Your ' +
        'personal data is deleted within 30 days of account deletion. You can restore your account ' +
        'for 28 days. After that it is deleted for good.',
      'Your anonymous items disappear at random moments inside those 30 days, so that no one can ' +
        'connect them with your leaving. Messages you sent to others stay in their conversations, shown ' +
        'as from “Deleted user”.',
      'You may also lose access when you no longer belong to a participating school, when your account ' +
        'is banned, or when your school leaves {product}.',
    ],
  },
  {
    title: 'Our responsibility and how to reach us',
    paragraphs: [
      'We work with care to keep {product} safe and available. Still, it is provided as it is, and we ' +
        'can’t promise it will always work without errors or downtime. What members write is their own ' +
        'opinion, and we do not vouch for it. Please do not rely on {product} as the only place where ' +
        'you keep something important.',
      'As far as the law allows, our liability to you is limited to the amount you have paid us for ' +
        'using {product}. {product} is free of charge, so this amount is currently $0. Nothing in these ' +
        'terms takes away rights that the law gives you and that cannot be given up.',
      'If one part of these terms turns out not to be valid, the rest still applies. If you have a ' +
        'question about them, or if something here is unclear, write to us at {email}. A person will ' +
        'read it.',
    ],
  },
]
