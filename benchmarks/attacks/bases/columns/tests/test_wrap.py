import unittest

from columns import indent, wrap
from columns.wrap import shorten


class WrapTest(unittest.TestCase):
    def test_a_short_text_is_one_line(self):
        self.assertEqual(wrap("a cup of tea", 20), ["a cup of tea"])

    def test_lines_are_broken_between_words(self):
        self.assertEqual(wrap("a cup of green tea", 9), ["a cup of", "green tea"])

    def test_blanks_do_not_matter(self):
        self.assertEqual(wrap("  a   cup\n", 20), ["a cup"])

    def test_no_text_has_no_lines(self):
        self.assertEqual(wrap("", 5), [])

    def test_a_width_of_nothing_is_refused(self):
        with self.assertRaises(ValueError):
            wrap("tea", 0)

    def test_a_long_word_is_broken(self):
        self.assertEqual(wrap("teapots", 3), ["tea", "pot", "s"])

    def test_no_line_is_too_long(self):
        for width in range(1, 9):
            for line in wrap("an uncommonly long explanation", width):
                self.assertLessEqual(len(line), width)


class IndentTest(unittest.TestCase):
    def setUp(self):
        self.lines = ["tea", "", "cup"]

    def test_lines_move_to_the_right(self):
        self.assertEqual(indent(self.lines), ["  tea", "", "  cup"])

    def test_how_far_can_be_said(self):
        self.assertEqual(indent(self.lines, by=1)[0], " tea")


class ShortenTest(unittest.TestCase):
    def test_what_fits_stays(self):
        self.assertEqual(shorten("tea", 3), "tea")

    def test_what_is_cut_is_marked(self):
        self.assertEqual(shorten("a cup of tea", 8), "a cup...")

    def test_the_mark_needs_room(self):
        self.assertRaises(ValueError, shorten, "a cup of tea", 2)
