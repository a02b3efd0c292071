#!/bin/sh
# /opt/pitboss/backup.sh: keep a copy of the database. Old copies go once the new one is written.
# It reads the settings of /etc/pitboss/pitboss.env from its environment.
set -eu
umask 077
file="$PITBOSS_BACKUPS/pitboss-$(date -u +%Y-%m-%dT%H%M%SZ).pitboss"
/opt/pitboss/current/bin/pitboss backup --db "$PITBOSS_DB" --output "$file"
find "$PITBOSS_BACKUPS" -name 'pitboss-*.pitboss' -mtime "+$PITBOSS_KEEP_DAYS" -delete
