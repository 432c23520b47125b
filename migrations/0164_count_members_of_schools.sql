select keep_count('schools.member_count', 'users', 'deleted_at is null', changes => true, formerly => '{insert,delete,update}');
