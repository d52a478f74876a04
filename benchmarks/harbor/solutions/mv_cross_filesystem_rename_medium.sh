#!/bin/sh
set -e
cd test_files
# A file of this container: in an overlay, links to one of the image have other inodes.
cp dir1/file1.txt dir1/own.txt
ln dir1/own.txt dir1/other.txt
before=$(stat -c %i dir1/own.txt)
mv dir1/own.txt dir2/moved.txt
survives=false changes=true
[ dir1/other.txt -ef dir2/moved.txt ] && survives=true
[ "$before" = "$(stat -c %i dir2/moved.txt)" ] && changes=false
cat > ../mv_behavior.txt <<END
hardlinks_survive_move=$survives
inode_changes_after_move=$changes
link_count_after_move=$(stat -c %h dir2/moved.txt)
END
