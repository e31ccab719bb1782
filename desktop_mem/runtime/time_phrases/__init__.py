"""Times as people phrase them, read by a grammar of our own in English and Chinese that refuses what it does not wholly understand.

The rules, each of them tested:

- A clock time is the wall clock of the system's zone. One that a change to summer time leaves out becomes the first moment after the
  gap, one that the change back repeats is the first of the two.
- `8:30` without am, pm or a part of the day: 7:00 to 12:59 are as they stand, 1:00 to 6:59 are in the afternoon. Only where no other day
  than today is named and that time has passed, 7:00 to 11:59 are this evening if that is still to come. A leading zero (`05:30`), 0 and
  13 to 24 are the 24-hour clock.
- No day named: today, or tomorrow when that time has passed. A time of a named day that has passed is refused.
- No time named: 9:00. morning 9:00, noon 12:00, afternoon 15:00, evening 19:00, night 20:00, early morning (凌晨) 6:00.
- Midnight is the end of the day named (`tomorrow at midnight`, `明天晚上十二点`), 0:00 its beginning.
- A weekday is the next such day after today, `next Monday` likewise; `this Friday` may be today. `Friday next week` and 下周五 are in the
  week that begins next Monday.
- `next week` is its Monday, `next month` its 1st, `next year` its 1 January.
- A date without a year, or a day without a month (`on the 15th`), is the next such date later than now.
- `in 2 hours` is elapsed time. `in 2 days`, weeks, months and years keep the time of day if none is named; a month without that day gives
  its last.
- `every Monday to Friday`, `weekdays` and 工作日 are Monday to Friday, `every weekend` is both its days, `this weekend` its Saturday.
- A repetition begins with the next time that fits; one that names no day (`weekly`, `every two months`) one interval from today.
  `every 2 hours` is elapsed time from now. In a month or year without its day (the 31st, 29 February) the last day before it counts.
- Nothing is further away than 99 years, and nothing repeats more often than every minute.
"""

from desktop_mem.runtime.time_phrases.reader import PhraseReader as PhraseReader
