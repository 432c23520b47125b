alter table schools validate constraint schools_help_lines;
