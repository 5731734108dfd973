export const en = {
  'agronomy.forecast.measured': 'Measured',
  'agronomy.forecast.expected': 'Forecast',
  'agronomy.forecast.band': '80 % band',
  'panel.reading': 'Reading',
  'panel.range': 'Time range',
  'panel.range.day': '24 hours',
  'panel.range.week': '7 days',
  'panel.range.month': '30 days',
  'panel.noHistory': 'No readings in this time',
  'panel.chart': 'Chart of {name}',
  'panel.chart.band': 'Least to greatest',
  'panel.chart.misdated.ahead':
    '{n} {n|reading|readings} dated {time} too late: the platform gave the time, and its clock was ahead',
  'panel.chart.misdated.behind':
    '{n} {n|reading|readings} dated {time} too early: the platform gave the time, and its clock was behind',
  'panel.chart.misdated.open':
    '{n} {n|reading|readings} may be dated wrongly: the clock of the server was set, and nobody has confirmed it',
  'panel.chart.outside': 'Out of range, left out of the line: {n} · {values}',
};
