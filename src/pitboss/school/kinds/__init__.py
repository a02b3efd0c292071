"""The kinds of drill, a module each: which skills it has in a setting, and an item of one."""
