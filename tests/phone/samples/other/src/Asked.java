package io.reprise.other;

/** See the manifest. */
public class Asked extends Told {}
