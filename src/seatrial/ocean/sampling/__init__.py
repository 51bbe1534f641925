"""An ocean asked at many places: points, sections and times as rows."""
